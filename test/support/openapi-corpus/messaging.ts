// A messaging service's description: OpenAPI 3.1 as JSON, tuples, dependent fields, media, nested replies.

const schemas = {
	Message: {
		type: "object",
		required: ["sid", "status"],
		properties: {
			sid: { type: "string", pattern: "^SM[0-9a-f]{8}$" },
			status: { enum: ["queued", "sent", "failed"] },
			error_code: { type: ["integer", "null"], minimum: 10_000 },
			error_text: { type: "string" },
			media: { type: "array", maxItems: 10, items: { $ref: "#/components/schemas/Media" } },
			position: {
				type: "array",
				prefixItems: [
					{ type: "number", minimum: -90, maximum: 90 },
					{ type: "number", minimum: -180, maximum: 180 },
				],
				items: false,
			},
			reply_to: { $ref: "#/components/schemas/Message" },
		},
		dependentRequired: { error_text: ["error_code"] },
		dependentSchemas: { media: { properties: { status: { not: { const: "queued" } } } } },
		unevaluatedProperties: false,
	},
	Media: {
		type: "object",
		properties: {
			type: { type: "string", examples: ["image/png"] },
			thumbnail: { type: "string", contentEncoding: "base64", contentMediaType: "image/png" },
		},
		additionalProperties: { type: ["string", "number", "boolean"] },
	},
};

const body = (example: object) => ({
	required: true,
	content: { "application/json": { schema: { $ref: "#/components/schemas/Message" }, example } },
});

export const messaging = JSON.stringify({
	openapi: "3.1.0",
	info: { title: "Messaging", version: "1.0.0" },
	webhooks: {
		"message.sent": {
			post: {
				description: "A message was sent",
				"x-svix-group-name": "message",
				requestBody: body({
					sid: "SM0123abcd",
					status: "sent",
					media: [{ type: "image/png", thumbnail: "iVBORw0KGgo=", width: 10 }],
					position: [52.5, 13.4],
					reply_to: { sid: "SM89abcdef", status: "queued" },
				}),
			},
		},
		"message.failed": {
			summary: "Failures",
			post: {
				"x-svix-feature-flags": ["failures"],
				requestBody: body({
					sid: "SM0123abcd",
					status: "failed",
					error_code: 30_003,
					error_text: "Unreachable",
				}),
			},
		},
	},
	components: { schemas },
});
