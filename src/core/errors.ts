// What can be wrong with a request, as data; the doors turn a code into a status.

export type ErrorCode =
	| "authentication_failed"
	| "insufficient access"
	| "too_many_requests"
	| "not_found"
	| "method_not_allowed"
	| "conflict"
	| "event_type_exists"
	| "limit_reached"
	| "invalid_range"
	| "endpoint_disabled"
	| "missing_payload"
	| "invalid_scheme"
	| "task_not_cancellable"
	| "payload_too_large"
	| "unsupported_media_type"
	| "upgrade_required"
	| "validation";

/** One wrong field. `loc` is where it is (`["body", "url"]`), `msg` what to write. */
export type FieldIssue = { loc: (string | number)[]; msg: string; type: string };

/** A request that cannot be done, with a sentence for its sender. */
export class DomainError extends Error {
	readonly code: ErrorCode;
	readonly issues: FieldIssue[];

	constructor(code: ErrorCode, detail: string, issues: FieldIssue[] = []) {
		super(detail);
		this.name = "DomainError";
		this.code = code;
		this.issues = issues;
	}
}

export function notFound(detail = "Entity not found"): DomainError {
	return new DomainError("not_found", detail);
}

export function conflict(detail: string): DomainError {
	return new DomainError("conflict", detail);
}

/** A 429: the same may be asked again after so many seconds. */
export class TooManyRequests extends DomainError {
	readonly retryAfterSeconds: number;

	constructor(detail: string, retryAfterSeconds: number) {
		super("too_many_requests", detail);
		this.retryAfterSeconds = retryAfterSeconds;
	}
}

/** A 422 about one field. */
export function invalid(loc: (string | number)[], msg: string, type = "value_error"): DomainError {
	return new DomainError("validation", msg, [{ loc, msg, type }]);
}
