// API keys and organisations on the wire.
import * as z from "zod";
import type { ApiKeyInput, MadeApiKey } from "../../services/api-keys.ts";
import type { ApiKey } from "../../store/api-keys.ts";
import type { Organisation } from "../../store/organisations.ts";
import { text, time, timestamp, toTimestamp } from "./common.ts";

const NAME_LENGTH_MAX = 100;
const personsName = text
	.min(1, "must not be empty")
	.max(NAME_LENGTH_MAX, `must be at most ${NAME_LENGTH_MAX} characters`);

export const ApiKeyIn = z
	.object({
		name: personsName,
		expiresAt: time.nullish().meta({ description: "It works until then; for ever when left out." }),
	})
	.meta({ id: "ApiKeyIn" });

export const ApiKeyPatch = z
	.object({ name: personsName.optional(), expiresAt: time.nullish() })
	.meta({ id: "ApiKeyPatch" });

export const ApiKeyOut = z
	.object({
		id: z.string(),
		name: z.string(),
		hint: z.string().meta({ description: "The key's last characters." }),
		createdAt: timestamp,
		expiresAt: timestamp.nullable(),
		revokedAt: timestamp.nullable(),
	})
	.meta({ id: "ApiKeyOut" });

export const ApiKeyCreated = ApiKeyOut.extend({
	key: z.string().meta({ description: "Shown only now." }),
}).meta({ id: "ApiKeyCreated" });

export const OrganisationIn = z.object({ name: personsName }).meta({ id: "OrganisationIn" });

export const OrganisationOut = z
	.object({ id: z.string(), name: z.string(), createdAt: timestamp })
	.meta({ id: "OrganisationOut" });

export const OrganisationCreated = OrganisationOut.extend({ apiKey: ApiKeyCreated }).meta({
	id: "OrganisationCreated",
});

const toMoment = (time: number | null) => (time === null ? null : toTimestamp(time));

export const toApiKeyInput = (body: z.output<typeof ApiKeyIn>): ApiKeyInput => ({
	name: body.name,
	expiresAt: body.expiresAt == null ? null : Date.parse(body.expiresAt),
});

export function toApiKeyChanges(body: z.output<typeof ApiKeyPatch>): Partial<ApiKeyInput> {
	const { name, expiresAt } = body;
	return {
		...(name !== undefined && { name }),
		...(expiresAt !== undefined && {
			expiresAt: expiresAt === null ? null : Date.parse(expiresAt),
		}),
	};
}

export const toApiKeyOut = (apiKey: ApiKey): z.input<typeof ApiKeyOut> => ({
	id: apiKey.id,
	name: apiKey.name,
	hint: apiKey.hint,
	createdAt: toTimestamp(apiKey.createdAt),
	expiresAt: toMoment(apiKey.expiresAt),
	revokedAt: toMoment(apiKey.revokedAt),
});

export const toCreatedKeyOut = ({ apiKey, key }: MadeApiKey): z.input<typeof ApiKeyCreated> => ({
	...toApiKeyOut(apiKey),
	key,
});

export const toOrganisationOut = (organisation: Organisation): z.input<typeof OrganisationOut> => ({
	id: organisation.id,
	name: organisation.name,
	createdAt: toTimestamp(organisation.createdAt),
});
