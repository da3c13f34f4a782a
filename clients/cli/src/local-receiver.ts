// A receiver of deliveries on this machine: checks each, hands it on, and answers.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { CliError, codeOf, messageOf } from "./errors.ts";
import { forward, type Reply } from "./forwarding.ts";
import { type Verdict, type VerificationKey, verifyDelivery } from "./verification.ts";

const BODY_BYTES_MAX = 25 * 1024 * 1024;

export type Delivery = {
	at: Date;
	request: IncomingMessage;
	body: Buffer;
	verdict: Verdict;
	/** What it was answered with, and by whom. */
	reply: Reply;
	isForwarded: boolean;
	durationMs: number;
};

export type ReceiverPlan = {
	host: string;
	port: number;
	keys: readonly VerificationKey[];
	/** Where deliveries go on to; null: they are answered here. */
	target: URL | null;
	/** The answer's status when nothing is forwarded. */
	status: number;
	onDelivery(delivery: Delivery): void;
};

/** Listens until the process ends. Resolves to its address. */
export async function startReceiver(plan: ReceiverPlan): Promise<string> {
	const server = createServer((request, response) => {
		receive(plan, request, response).catch((error) => {
			response.writeHead(400).end(messageOf(error));
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", (error) => reject(toStartError(error, plan)));
		server.listen(plan.port, plan.host, resolve);
	});
	const { port } = server.address() as AddressInfo; // safe because it listens on a port
	return `http://${plan.host.includes(":") ? `[${plan.host}]` : plan.host}:${port}/`;
}

async function receive(
	plan: ReceiverPlan,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const at = new Date();
	const body = await readBody(request);
	const verdict = verifyDelivery(plan.keys, request.headers, body, at.getTime());
	// What nobody signed does not reach the program behind.
	const target = verdict.kind === "wrong" ? null : plan.target;
	const reply =
		target === null ? answerHere(verdict, plan.status) : await forward(target, request, body);
	response.writeHead(reply.status, reply.headers).end(reply.body);
	const durationMs = Date.now() - at.getTime();
	const isForwarded = target !== null;
	plan.onDelivery({ at, request, body, verdict, reply, isForwarded, durationMs });
}

function answerHere(verdict: Verdict, status: number): Reply {
	const headers = { "content-type": "text/plain" };
	if (verdict.kind !== "wrong") return { status, headers, body: Buffer.from("received") };
	return { status: 401, headers, body: Buffer.from(`signature refused: ${verdict.why}`) };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of request) {
		bytes += chunk.length;
		if (bytes > BODY_BYTES_MAX) throw new Error(`more than ${BODY_BYTES_MAX} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

function toStartError(error: Error, { host, port }: ReceiverPlan): CliError {
	const why =
		codeOf(error) === "EADDRINUSE"
			? "something listens there already. Choose another with --port, or any free one with --port 0."
			: `${messageOf(error)}.`;
	return new CliError(`Cannot listen at ${host}:${port}: ${why}`, { code: "cannot_listen" });
}
