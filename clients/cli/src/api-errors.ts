// What the server or the network said, in words that help.
import { ApiError, CliError, codeOf, type FieldIssue, messageOf } from "./errors.ts";

/** What is wrong when no connection comes about, by the system's code. */
const UNREACHABLE: Record<string, string> = {
	ECONNREFUSED: "nothing listens there",
	ENOTFOUND: "there is no host of that name",
	EAI_AGAIN: "its name cannot be looked up now",
	EHOSTUNREACH: "there is no way to it",
	ENETUNREACH: "there is no network",
	UND_ERR_CONNECT_TIMEOUT: "it does not answer",
};

/** A connection that was there, and ended too early. */
const LOST = /^(ECONNRESET|EPIPE|ETIMEDOUT|UND_ERR_(SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT))$/;

export function toNetworkError(error: unknown, server: string): CliError {
	const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
	const code = codeOf(cause);
	const isTimeout = error instanceof Error && error.name === "TimeoutError";
	if (isTimeout || LOST.test(code)) {
		const why = isTimeout ? "no answer came in time" : messageOf(cause);
		return new CliError(`The connection to ${server} was lost: ${why}.`, {
			code: "connection_lost",
		});
	}
	if (/CERT|TLS|SSL|SIGNATURE/.test(code)) {
		return new CliError(`The certificate of ${server} is not trusted: ${messageOf(cause)}.`, {
			code: "certificate",
		});
	}
	const why = UNREACHABLE[code] ?? messageOf(cause);
	return new CliError(`Cannot reach ${server}: ${why}. Is the server running?`, {
		code: "unreachable",
	});
}

/** The error for an answer that is no success. */
export function toApiError(status: number, text: string, server: string, path: string): ApiError {
	const { code, detail } = readBody(text);
	if (Array.isArray(detail)) {
		const fields = detail.map(toFieldIssue);
		const lines = fields.map(({ field, message }) => `\n  ${field}: ${message}`);
		return new ApiError(
			status,
			`The server did not accept this:${lines.join("")}`,
			"validation",
			fields,
		);
	}
	if (status === 401) {
		const message = `${server} does not accept this API key. Run \`edgehook login\`, or check EDGEHOOK_API_KEY.`;
		return new ApiError(status, message, code ?? "authentication_failed");
	}
	if (status === 404 && code !== undefined) {
		return new ApiError(status, `The server knows no ${decodeURIComponent(path)}`, code);
	}
	if (typeof detail === "string") return new ApiError(status, detail, code ?? `http_${status}`);
	if (status >= 300 && status < 400) {
		const message = `${server} answers with a redirect. Give the address that it redirects to.`;
		return new ApiError(status, message, "redirected");
	}
	const hint = status === 404 ? "Is it an Edgehook server?" : "Try again later.";
	return new ApiError(status, `${server} answered ${status}. ${hint}`, `http_${status}`);
}

function readBody(text: string): { code?: string; detail?: unknown } {
	try {
		const body: unknown = JSON.parse(text);
		if (typeof body !== "object" || body === null) return {};
		return {
			...("code" in body && typeof body.code === "string" && { code: body.code }),
			...("detail" in body && { detail: body.detail }),
		};
	} catch {
		return {};
	}
}

/** `{loc: ["body", "payload", 0], msg}` as `payload.0`. */
function toFieldIssue(issue: { loc?: unknown; msg?: unknown }): FieldIssue {
	const loc: unknown[] = Array.isArray(issue?.loc) ? issue.loc : [];
	const inside = loc.length > 1 ? loc.slice(1) : loc;
	return { field: inside.join("."), message: String(issue?.msg ?? "is wrong") };
}
