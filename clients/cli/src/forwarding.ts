// Hands a request on to another program as it is, and its answer back.
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import { messageOf } from "./errors.ts";

export type Reply = {
	status: number;
	headers: OutgoingHttpHeaders;
	body: Buffer;
	problem?: string;
};

const TIMEOUT_MS = 30_000;
/** What belongs to one connection, not to the message in it. */
const OF_CONNECTION = new Set([
	"connection",
	"content-length",
	"expect",
	"host",
	"keep-alive",
	"proxy-authenticate",
	"proxy-authorization",
	"te",
	"trailer",
	"transfer-encoding",
	"upgrade",
]);

/** The answer; 502 when there is none. */
export async function forward(target: URL, from: IncomingMessage, body: Buffer): Promise<Reply> {
	// A target with a path of its own is the whole address.
	const url = target.pathname === "/" ? new URL(from.url ?? "/", target) : target;
	try {
		return await send(url, from.method ?? "POST", ofMessage(from.headers), body);
	} catch (error) {
		const problem = `${url.href}: ${messageOf(error) || "no connection"}`;
		const headers = { "content-type": "text/plain" };
		return { status: 502, headers, body: Buffer.from(`not forwarded: ${problem}`), problem };
	}
}

function send(url: URL, method: string, headers: OutgoingHttpHeaders, body: Buffer) {
	const start = url.protocol === "https:" ? requestHttps : requestHttp;
	return new Promise<Reply>((resolve, reject) => {
		const request = start(
			url.href,
			{ method, headers: { ...headers, "content-length": body.length } },
			(response) => {
				const status = response.statusCode ?? 502;
				buffer(response).then(
					(answer) => resolve({ status, headers: ofMessage(response.headers), body: answer }),
					reject,
				);
			},
		);
		request.setTimeout(TIMEOUT_MS, () => request.destroy(new Error("no answer in time")));
		request.once("error", reject);
		request.end(body);
	});
}

const ofMessage = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
	Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name)));
