// Calls from web pages: any may call, because a token is sent by the page itself and never by the browser.

/** On every answer of the API. */
export const CORS_HEADERS: Record<string, string> = {
	"access-control-allow-origin": "*",
	"access-control-expose-headers": "retry-after, x-request-id",
};

const REMEMBERED_SECONDS = 600;

/** What a browser asks before it sends a request: allowed is what it names. */
export function toPreflightResponse(request: Request): Response {
	const asked = (name: string) => request.headers.get(`access-control-request-${name}`);
	const headers = new Headers({
		...CORS_HEADERS,
		"access-control-allow-methods": asked("method") ?? "GET, POST, PUT, PATCH, DELETE",
		"access-control-max-age": String(REMEMBERED_SECONDS),
		vary: "access-control-request-method, access-control-request-headers",
	});
	const names = asked("headers");
	if (names !== null) headers.set("access-control-allow-headers", names);
	return new Response(null, { status: 204, headers });
}
