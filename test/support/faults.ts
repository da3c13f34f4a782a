// Receivers that do everything wrong, each on a port of its own: what `fault-table.ts` tells, on raw sockets.
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { UNTRUSTED } from "./fault-certificate.ts";
import { FAULTS, type FaultCount, type FaultName, type FaultUrls } from "./fault-table.ts";

const DRIP_MS = 100;
const LATE_MS = 100;
const OK = "HTTP/1.1 200 OK\r\n";
const HALF = "content-length: 100\r\n\r\nhalf a body";
const BOMB = gzipSync(Buffer.alloc(50_000_000, "x"));
const WHOLE = "content-length: 2\r\n\r\nok";

/** What is done once the request, or its beginning, was there. */
const AFTER_REQUEST: Partial<Record<FaultName, (socket: Socket) => void>> = {
	tls_plain: (socket) => socket.end(`${OK}${WHOLE}`),
	reset_after_request: (socket) => socket.resetAndDestroy(),
	close_in_headers: (socket) => socket.end(`${OK}content-le`),
	garbage: (socket) => socket.end("\0\x01 this is no HTTP\r\n\r\n"),
	banner: (socket) => socket.write("SSH-2.0-OpenSSH_9.0\r\n"),
	endless_headers: (socket) => pour(socket, OK, `x-more: ${"m".repeat(1000)}\r\n`.repeat(16)),
	endless_header: (socket) => pour(socket, `${OK}x-more: `, "m".repeat(16_384)),
	continue_only: (socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\n"),
	hang: () => undefined,
	drip_headers: (socket) => drip(socket, "", `${OK}x-name: value\r\n`),
	drip_body: (socket) => drip(socket, `${OK}connection: close\r\n\r\n`, "x"),
	hang_body: (socket) => socket.write(`${OK}${HALF}`),
	reset_in_body: (socket) => {
		socket.write(`${OK}${HALF}`);
		setTimeout(() => socket.resetAndDestroy(), 50);
	},
	short_body: (socket) => socket.end(`${OK}${HALF}`),
	cut_chunks: (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n`),
	bad_gzip: (socket) => socket.end(`${OK}content-encoding: gzip\r\n${WHOLE}`),
	error_hang_body: (socket) => socket.write(`HTTP/1.1 500 Broken\r\n${HALF}`),
	error_reset: (socket) => {
		socket.write(`HTTP/1.1 404 Nothing\r\n${HALF}`);
		setTimeout(() => socket.resetAndDestroy(), 50);
	},
	switching: (socket) => socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n"),
	status_999: (socket) => socket.end(`HTTP/1.1 999 Unheard Of\r\n${WHOLE}`),
	late: (socket) => setTimeout(() => socket.end(`${OK}${WHOLE}`), LATE_MS),
	early_hints: (socket) =>
		socket.end(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${OK}${WHOLE}`),
	endless_body: (socket) => {
		pour(socket, `${OK}transfer-encoding: chunked\r\n\r\n`, `4000\r\n${"x".repeat(0x4000)}\r\n`);
	},
	large_body: (socket) => {
		socket.end(`${OK}content-length: 10000000\r\n\r\n${"x".repeat(10_000_000)}`);
	},
	gzip_bomb: (socket) => {
		socket.write(`${OK}content-encoding: gzip\r\ncontent-length: ${BOMB.length}\r\n\r\n`);
		socket.end(BOMB);
	},
	no_utf8: (socket) => {
		socket.write(`${OK}content-length: 2\r\n\r\n`);
		socket.end(Buffer.from([0xff, 0xfe]));
	},
	latin_header: (socket) => socket.end(Buffer.from(`${OK}x-name: café\r\n${WHOLE}`, "latin1")),
	huge_header: (socket) => {
		socket.end(`${OK}x-huge: ${"h".repeat(60_000)}\r\nretry-after: 5\r\n${WHOLE}`);
	},
	many_headers: (socket) => {
		const headers = Array.from({ length: 1000 }, (_, i) => `a-${i}: v\r\n`).join("");
		socket.end(`${OK}${headers}retry-after: 5\r\n${WHOLE}`);
	},
};

const AT_ONCE: Partial<Record<FaultName, (socket: Socket) => void>> = {
	close_at_once: (socket) => socket.destroy(),
	tls_close: (socket) => socket.destroy(),
	slow_read: (socket) => socket.pause(),
};

/** Starts a receiver for each fault of the table. */
export class FaultReceivers {
	readonly #servers: Server[] = [];
	readonly #sockets = new Map<FaultName, Socket[]>();
	readonly #requests = new Map<FaultName, number>();
	urls = {} as Record<FaultName, string>; // safe: filled by start()

	async start(): Promise<this> {
		const names = Object.keys(FAULTS) as FaultName[]; // safe: its own keys
		const entries = names.map(async (name) => [name, await this.#startOne(name)] as const);
		this.urls = Object.fromEntries(await Promise.all(entries)) as Record<FaultName, string>; // safe: of all names
		return this;
	}

	async #startOne(name: FaultName): Promise<string> {
		if (name === "dns") return "http://no-such-host.invalid/";
		const isTls = name === "tls_certificate";
		const server = isTls ? createTlsServer(UNTRUSTED) : createServer();
		// The handshake of the untrusted one fails; that is what it is for.
		server.on("tlsClientError", () => undefined);
		server.on("connection", (socket: Socket) => this.#play(name, socket, isTls));
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const address = server.address();
		if (address === null || typeof address === "string") throw new Error("no port");
		const scheme = name.startsWith("tls_") ? "https" : "http";
		if (name === "refused") await new Promise((resolve) => server.close(resolve));
		else this.#servers.push(server);
		return `${scheme}://127.0.0.1:${address.port}/`;
	}

	#play(name: FaultName, socket: Socket, isTls: boolean): void {
		this.#sockets.set(name, [...(this.#sockets.get(name) ?? []), socket]);
		socket.on("error", () => undefined);
		if (isTls) return;
		AT_ONCE[name]?.(socket);
		if (AT_ONCE[name] !== undefined) return;
		socket.once("data", () => {
			this.#requests.set(name, (this.#requests.get(name) ?? 0) + 1);
			AFTER_REQUEST[name]?.(socket);
		});
		socket.resume();
	}

	count(name: FaultName): FaultCount {
		const sockets = this.#sockets.get(name) ?? [];
		return {
			connections: sockets.length,
			requests: this.#requests.get(name) ?? 0,
			bytesWritten: sockets.reduce((sum, s) => sum + s.bytesWritten - s.writableLength, 0),
		};
	}

	counts(): Record<FaultName, FaultCount> {
		const names = Object.keys(FAULTS) as FaultName[]; // safe: its own keys
		const entries = names.map((name) => [name, this.count(name)] as const);
		return Object.fromEntries(entries) as Record<FaultName, FaultCount>; // safe: of all names
	}

	/** For tests that run elsewhere: `countsUrl` is where `counts()` is served. */
	toUrls(countsUrl: string): FaultUrls {
		return { urls: this.urls, countsUrl };
	}

	async stop(): Promise<void> {
		for (const sockets of this.#sockets.values()) for (const socket of sockets) socket.destroy();
		const closed = this.#servers.map((server) => new Promise((resolve) => server.close(resolve)));
		await Promise.all(closed);
	}
}

/** Writes `part` again and again, as fast as it is taken. */
function pour(socket: Socket, start: string, part: string): void {
	const more = () => {
		while (!socket.destroyed && socket.write(part));
	};
	socket.write(start);
	socket.on("drain", more);
	more();
}

/** Writes `text` again and again, a byte at a time. */
function drip(socket: Socket, start: string, text: string): void {
	let i = 0;
	socket.write(start);
	const timer = setInterval(() => socket.write(text.charAt(i++ % text.length)), DRIP_MS);
	socket.on("close", () => clearInterval(timer));
}
