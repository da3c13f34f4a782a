// Applications on the wire.
import * as z from "zod";
import type { ApplicationInput } from "../../services/applications.ts";
import type { Application } from "../../store/applications.ts";
import {
	changedRate,
	metadata,
	text,
	throttleRate,
	timestamp,
	toTimestamp,
	uid,
} from "./common.ts";

const applicationName = text.min(1, "must not be empty");

export const ApplicationIn = z
	.object({
		name: applicationName,
		uid: uid("app").nullish(),
		throttleRate,
		rateLimit: throttleRate.meta({ deprecated: true, description: "Older name of throttleRate." }),
		metadata: metadata.nullish(),
	})
	.meta({ id: "ApplicationIn" });

export const ApplicationPatch = z
	.object({
		name: applicationName.optional(),
		uid: uid("app").nullish(),
		throttleRate: changedRate,
		rateLimit: changedRate.meta({ deprecated: true }),
		metadata: metadata.optional(),
	})
	.meta({ id: "ApplicationPatch" });

export const ApplicationOut = z
	.object({
		id: z.string(),
		uid: z.string().nullable(),
		name: z.string(),
		throttleRate: z.int().nullable(),
		rateLimit: z.int().nullable().meta({ deprecated: true }),
		metadata: z.record(z.string(), z.string()),
		createdAt: timestamp,
		updatedAt: timestamp,
	})
	.meta({ id: "ApplicationOut" });

export function toApplicationInput(body: z.output<typeof ApplicationIn>): ApplicationInput {
	return {
		name: body.name,
		uid: body.uid ?? null,
		throttleRate: body.throttleRate ?? body.rateLimit ?? null,
		metadata: body.metadata ?? {},
	};
}

export function toApplicationChanges(
	body: z.output<typeof ApplicationPatch>,
): Partial<ApplicationInput> {
	const rate = body.throttleRate === undefined ? body.rateLimit : body.throttleRate;
	return {
		...(body.name !== undefined && { name: body.name }),
		...(body.uid !== undefined && { uid: body.uid }),
		...(rate !== undefined && { throttleRate: rate || null }),
		...(body.metadata !== undefined && { metadata: body.metadata }),
	};
}

export function toApplicationOut(application: Application): z.input<typeof ApplicationOut> {
	return {
		id: application.id,
		uid: application.uid,
		name: application.name,
		throttleRate: application.throttleRate,
		rateLimit: application.throttleRate,
		metadata: application.metadata,
		createdAt: toTimestamp(application.createdAt),
		updatedAt: toTimestamp(application.updatedAt),
	};
}
