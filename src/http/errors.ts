// The one place where what went wrong becomes a status and a JSON body.
import type * as z from "zod";
import { DomainError, type ErrorCode, type FieldIssue, TooManyRequests } from "../core/errors.ts";
import { logError } from "../platform/log.ts";
import { LIMIT_PERIOD_SECONDS } from "../platform/request-limit.ts";
import { CORS_HEADERS } from "./cors.ts";

const STATUS: Record<ErrorCode, number> = {
	limit_reached: 400,
	invalid_range: 400,
	endpoint_disabled: 400,
	missing_payload: 400,
	invalid_scheme: 400,
	task_not_cancellable: 400,
	authentication_failed: 401,
	"insufficient access": 403,
	not_found: 404,
	method_not_allowed: 405,
	conflict: 409,
	event_type_exists: 409,
	payload_too_large: 413,
	unsupported_media_type: 415,
	validation: 422,
	upgrade_required: 426,
	too_many_requests: 429,
};

/** `{detail: [{loc, msg, type}]}` for wrong fields, else `{code, detail}`; an unknown error shows only an id. */
export function toErrorResponse(error: unknown, requestId: string): Response {
	if (error instanceof DomainError) {
		const body =
			error.code === "validation"
				? { detail: error.issues }
				: { code: error.code, detail: error.message };
		return Response.json(body, { status: STATUS[error.code], headers: headersOf(error) });
	}
	logError("request_failed", error, { requestId });
	return Response.json(
		{
			code: "internal_error",
			detail: `Something went wrong on our side. It is logged as request ${requestId}.`,
		},
		{ status: 500, headers: { ...CORS_HEADERS, "x-request-id": requestId } },
	);
}

function headersOf(error: DomainError): Record<string, string> {
	if (error.code !== "too_many_requests") return CORS_HEADERS;
	const seconds = error instanceof TooManyRequests ? error.retryAfterSeconds : LIMIT_PERIOD_SECONDS;
	return { ...CORS_HEADERS, "retry-after": String(seconds) };
}

/** A schema's complaints as field issues; `where` is body, query or path. */
export function toIssues(where: string, error: z.ZodError): FieldIssue[] {
	return error.issues.flatMap((issue) => {
		const loc = [where, ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))];
		if (issue.code === "unrecognized_keys") {
			return issue.keys.map((key) => ({
				loc: [...loc, key],
				msg: "is not known",
				type: "value_error",
			}));
		}
		const isMissing = issue.code === "invalid_type" && issue.input === undefined;
		return [
			{
				loc,
				msg: isMissing ? `must be given: ${wanted(issue)}` : issue.message,
				type: isMissing ? "value_error.missing" : "value_error",
			},
		];
	});
}

/** What to write: the schema's own words where it has some, else the kind of value. */
function wanted(issue: { expected: string; message: string }): string {
	const [, own] = /^must be (.*)$/.exec(issue.message) ?? [];
	return own ?? expected(issue.expected);
}

const EXPECTED: Record<string, string> = {
	string: "a text",
	number: "a number",
	int: "a whole number",
	boolean: "true or false",
	null: "null",
	array: "a list",
	object: "a JSON object",
	record: "a JSON object",
};

const expected = (type: string) => EXPECTED[type] ?? `a value of type ${type}`;

/** How schemas are asked: with what was written, and with our words where a schema has none of its own. */
export const PARSE_OPTIONS = {
	reportInput: true,
	error: (issue: { code: string; expected?: unknown }) =>
		issue.code === "invalid_type" ? `must be ${expected(String(issue.expected))}` : undefined,
};
