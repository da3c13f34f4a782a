// What receivers do wrong, and what an attempt makes of each. `faults.ts` plays them.
import type { Failure } from "../../src/core/outcome.ts";

export type Fault = {
	does: string;
	failure: Failure | null;
	status: number;
	/** Among what is kept, the note of what was cut. */
	cut?: "headers" | "body" | "headers, body";
};

export const FAULTS = {
	refused: { does: "does not listen", failure: "refused", status: 0 },
	dns: { does: "has a name that does not exist", failure: "dns", status: 0 },
	tls_plain: { does: "speaks plain HTTP behind https", failure: "tls", status: 0 },
	tls_certificate: { does: "has a certificate of its own making", failure: "tls", status: 0 },
	tls_close: { does: "closes in the TLS handshake", failure: "tls", status: 0 },
	close_at_once: { does: "closes each connection at once", failure: "reset", status: 0 },
	reset_after_request: { does: "resets after the request", failure: "reset", status: 0 },
	close_in_headers: { does: "closes within the headers", failure: "reset", status: 0 },
	garbage: { does: "answers bytes that are no HTTP", failure: "reset", status: 0 },
	banner: { does: "greets in another protocol and waits", failure: "reset", status: 0 },
	endless_headers: { does: "sends headers without end", failure: "reset", status: 0 },
	endless_header: { does: "sends one header without end", failure: "reset", status: 0 },
	continue_only: { does: "answers 100 and closes", failure: "reset", status: 0 },
	hang: { does: "never answers", failure: "timeout", status: 0 },
	slow_read: { does: "accepts and never reads", failure: "timeout", status: 0 },
	drip_headers: { does: "sends headers byte by byte", failure: "timeout", status: 0 },
	drip_body: { does: "sends a body byte by byte", failure: "body_timeout", status: 200 },
	hang_body: { does: "sends half a body and waits", failure: "body_timeout", status: 200 },
	reset_in_body: { does: "answers 200, then resets", failure: "body_incomplete", status: 200 },
	short_body: { does: "sends less than announced", failure: "body_incomplete", status: 200 },
	cut_chunks: { does: "ends within the chunks", failure: "body_incomplete", status: 200 },
	bad_gzip: { does: "says gzip and sends none", failure: "body_incomplete", status: 200 },
	error_hang_body: { does: "answers 500 and half a body", failure: "server_error", status: 500 },
	error_reset: { does: "answers 404, then resets", failure: "client_error", status: 404 },
	switching: { does: "answers 101", failure: "unknown_status", status: 101 },
	status_999: { does: "answers 999", failure: "unknown_status", status: 999 },
	late: { does: "reads and answers late, but in time", failure: null, status: 200 },
	early_hints: { does: "answers 103 before 200", failure: null, status: 200 },
	endless_body: { does: "sends a body without end", failure: null, status: 200, cut: "body" },
	large_body: { does: "announces and sends 10 MB", failure: null, status: 200, cut: "body" },
	gzip_bomb: { does: "sends 50 kB that unpack to 50 MB", failure: null, status: 200, cut: "body" },
	no_utf8: { does: "sends a body that is not UTF-8", failure: null, status: 200 },
	latin_header: { does: "sends a header in Latin-1", failure: null, status: 200 },
	huge_header: { does: "sends a header of 60 kB", failure: null, status: 200, cut: "headers" },
	many_headers: { does: "sends 1,000 headers", failure: null, status: 200, cut: "headers" },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

/** What a fault's receiver counted. Bytes are those that it could hand to its system. */
export type FaultCount = { connections: number; requests: number; bytesWritten: number };

/** Where the faults are; `countsUrl` answers a `Record<FaultName, FaultCount>`. */
export type FaultUrls = { urls: Record<FaultName, string>; countsUrl: string };
