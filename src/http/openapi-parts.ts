// What the contract says of all operations alike.

export type Json = Record<string, unknown>;

export const REASONS: Record<number, string> = {
	400: "Bad request",
	401: "No valid key or token",
	403: "The key or token may not do this",
	404: "Not found",
	409: "Conflict",
	413: "The payload is too large",
	415: "The body is not JSON",
	422: "Some fields are wrong; each is named",
	426: "This path is a WebSocket",
	429: "Too many requests; Retry-After tells how many seconds to wait",
};

export const components: Json = {
	HttpError: {
		type: "object",
		required: ["code", "detail"],
		properties: { code: { type: "string" }, detail: { type: "string" } },
	},
	HttpValidationError: {
		type: "object",
		required: ["detail"],
		properties: {
			detail: {
				type: "array",
				items: {
					type: "object",
					required: ["loc", "msg", "type"],
					properties: {
						loc: { type: "array", items: { type: ["string", "integer"] } },
						msg: { type: "string" },
						type: { type: "string" },
					},
				},
			},
		},
	},
};

export const SECURITY = {
	key: { type: "http", scheme: "bearer", description: "An API key of the organisation." },
	token: {
		type: "http",
		scheme: "bearer",
		description: "A token of one application, with the capability that the operation names.",
	},
};

export const IDEMPOTENCY_KEY = {
	name: "idempotency-key",
	in: "header",
	required: false,
	schema: { type: "string", maxLength: 256 },
	description:
		"A repetition with the same key and token gets the first success's answer, for 12 hours.",
};
