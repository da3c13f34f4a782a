// A receiver for trying things out: prints each delivery, and whether its signature is right.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export type DemoReceiver = { url: string; stop(): void };

/**
 * Listens on `port`, or on a free one when it is taken.
 * @param secretOf the signing secret to check with; null when it is not known
 */
export async function startDemoReceiver(
	port: number,
	secretOf: () => Promise<string | null>,
): Promise<DemoReceiver> {
	const server = createServer((req, res) => {
		const chunks: Buffer[] = [];
		req.on("data", (chunk: Buffer) => chunks.push(chunk));
		req.on("end", async () => {
			const body = Buffer.concat(chunks).toString("utf8");
			const headers = Object.fromEntries(
				Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
			);
			const verdict = await verify(body, headers, secretOf);
			console.log(`Delivered: ${headers["webhook-id"] ?? "(no webhook-id)"} ${body} (${verdict})`);
			res.writeHead(200).end("thank you");
		});
	});
	const listen = (on: number) =>
		new Promise<void>((resolve, reject) => {
			server.once("error", reject);
			server.listen(on, "127.0.0.1", resolve);
		});
	await listen(port).catch(() => listen(0));
	const { port: taken } = server.address() as AddressInfo; // safe because it listens on a port
	return { url: `http://127.0.0.1:${taken}/`, stop: () => server.close() };
}

async function verify(
	body: string,
	headers: Record<string, string>,
	secretOf: () => Promise<string | null>,
): Promise<string> {
	const secret = await secretOf();
	if (secret === null) return "signature not checked";
	try {
		new Webhook(secret).verify(body, headers);
		return "signature verified";
	} catch {
		return "SIGNATURE WRONG";
	}
}
