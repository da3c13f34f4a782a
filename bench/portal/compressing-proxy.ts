// Stands before the local server and compresses what it answers, as the platform does for browsers.
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";

export type CompressingProxy = { url: string; stop(): void };

const COMPRESSED = /^(text\/|application\/(json|javascript))/;

export async function startCompressingProxy(target: string): Promise<CompressingProxy> {
	const server: Server = createServer((asked, answer) => {
		const { method, headers } = asked;
		const url = `${target}${asked.url ?? "/"}`;
		const sent = request(url, { method, headers }, (got) => {
			const isCompressed = isCompressible(got);
			const kept = { ...got.headers };
			if (isCompressed) delete kept["content-length"];
			const added = isCompressed ? { "content-encoding": "gzip" } : {};
			answer.writeHead(got.statusCode ?? 502, { ...kept, ...added });
			if (isCompressed) got.pipe(createGzip()).pipe(answer);
			else got.pipe(answer);
		});
		sent.on("error", () => answer.destroy());
		asked.pipe(sent);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	// safe because it listens on a port, not on a file
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		stop: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}

const isCompressible = ({ headers }: IncomingMessage): boolean =>
	COMPRESSED.test(headers["content-type"] ?? "") && headers["content-encoding"] === undefined;
