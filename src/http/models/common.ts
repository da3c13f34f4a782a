// Wire types that several resources share.
import * as z from "zod";
import {
	CHANNEL,
	CHANNEL_LENGTH_MAX,
	CHANNELS_MAX,
	CONTROL,
	LIST_LIMIT_DEFAULT,
	LIST_LIMIT_MAX,
	METADATA_BYTES_MAX,
	NAME,
	NAME_LENGTH_MAX,
	NAME_OR_GROUP,
	TAG,
	TAG_LENGTH_MAX,
	THROTTLE_RATE_MAX,
} from "../../core/patterns.ts";
import { PLACE_PATTERN } from "../../core/source-walk.ts";

const nameRule = { error: "must contain only letters, digits, '-', '_' and '.'" };

/** Event type names, feature flags: 1 to 256 of letters, digits, `-`, `_`, `.`. */
export const name = z
	.string()
	.min(1, "must not be empty")
	.max(NAME_LENGTH_MAX, `must be at most ${NAME_LENGTH_MAX} characters`)
	.regex(NAME, nameRule);

/** What an endpoint asks for. */
export const nameOrGroup = z
	.string()
	.min(1, "must not be empty")
	.max(NAME_LENGTH_MAX, `must be at most ${NAME_LENGTH_MAX} characters`)
	.regex(
		NAME_OR_GROUP,
		"must be a name of letters, digits, '-', '_' and '.', or a group such as 'invoice.*'",
	);

/** An id chosen by the sender; it cannot look like one of ours. */
export const uid = (prefix: string) =>
	name.refine((text) => !text.startsWith(`${prefix}_`), {
		error: `must not begin with '${prefix}_', which begins our own ids`,
	});

const wellFormedRule = "must be whole characters: it has half of a surrogate pair";

/** What is stored and read again as it was written. */
export const text = z
	.string()
	.refine((value) => !CONTROL.test(value), "must not contain control characters")
	.refine((value) => value.isWellFormed(), wellFormedRule);

const rateRule = { error: `must be a whole number from 1 to ${THROTTLE_RATE_MAX}` };
export const throttleRate = z
	.int(rateRule)
	.min(1, rateRule)
	.max(THROTTLE_RATE_MAX, rateRule)
	.nullish();

const changedRateRule = { error: `must be a whole number from 0 to ${THROTTLE_RATE_MAX}` };
/** In a change 0 unsets the rate, as null does. */
export const changedRate = z
	.int(changedRateRule)
	.min(0, changedRateRule)
	.max(THROTTLE_RATE_MAX, changedRateRule)
	.nullish();

export const metadata = z
	.record(z.string(), z.string())
	.refine(
		(value) => Object.entries(value).every((entry) => entry.every((part) => part.isWellFormed())),
		wellFormedRule,
	)
	.refine(
		(value) => new TextEncoder().encode(JSON.stringify(value)).length <= METADATA_BYTES_MAX,
		`must be at most ${METADATA_BYTES_MAX} bytes as JSON`,
	);

export const channel = z
	.string()
	.max(CHANNEL_LENGTH_MAX, `must be at most ${CHANNEL_LENGTH_MAX} characters`)
	.regex(CHANNEL, "must contain only letters, digits, '-', '_', '.', ':' and '+'");

export const tag = z
	.string()
	.max(TAG_LENGTH_MAX, `must be at most ${TAG_LENGTH_MAX} characters`)
	.regex(TAG, "must contain only letters, digits, '-', '_', '.', '/', '\\' and '#'");

const isUnique = (items: readonly string[]) => new Set(items).size === items.length;

/** A list of distinct texts; an empty one means the same as null. */
export const distinct = <T extends z.ZodType<string>>(item: T, max?: number) => {
	const list = z.array(item).refine(isUnique, "must not contain the same value twice");
	return max === undefined ? list : list.max(max, `must have at most ${max} values`);
};

export const channels = distinct(channel, CHANNELS_MAX).nullish();

export const emptyToNull = (list: string[] | null | undefined): string[] | null =>
	list == null || list.length === 0 ? null : list;

export const timestamp = z.iso.datetime({ offset: true }).meta({ format: "date-time" });

/** Years that are written with four digits. */
const EARLIEST_MS = Date.parse("0000-01-01T00:00:00Z");
const LATEST_MS = Date.parse("9999-12-31T23:59:59.999Z");

export const toTimestamp = (epochMs: number): string =>
	new Date(Math.min(Math.max(epochMs, EARLIEST_MS), LATEST_MS)).toISOString();

/** A time that a sender writes. In UTC it may lie in another year than it says. */
export const time = z.iso
	.datetime({ offset: true, error: "must be a time like 2026-01-31T12:00:00Z", abort: true })
	.refine((value) => {
		const epochMs = Date.parse(value);
		return epochMs >= EARLIEST_MS && epochMs <= LATEST_MS;
	}, "must be in the years 0 to 9999, in UTC")
	.meta({ format: "date-time" });

/** A query flag: `true` or `false`. */
export const queryFlag = (fallback: boolean) =>
	z
		.enum(["true", "false"], { error: "must be true or false" })
		.default(fallback ? "true" : "false")
		.transform((value) => value === "true");

/** How many items a page has: `fallback` unless the caller says. */
export function limitUpTo(maximum: number, fallback: number) {
	const rule = `must be a whole number from 1 to ${maximum}`;
	return z
		.string()
		.regex(/^\d{1,6}$/, rule)
		.transform(Number)
		.refine((value) => value >= 1, rule)
		.refine((value) => value <= maximum, `Given limit must not exceed ${maximum}`)
		.default(fallback)
		.meta({ override: { type: "integer", minimum: 1, maximum, default: fallback } });
}

export const limit = limitUpTo(LIST_LIMIT_MAX, LIST_LIMIT_DEFAULT);

const matching = (pattern: string) =>
	z
		.string()
		.regex(
			new RegExp(`^${pattern}$`),
			"must be the iterator or prevIterator of another page of this list",
		)
		.optional()
		.transform((value) => value ?? null);

/** The `iterator` or `prevIterator` of another page; `prefix` is that of the list's ids. */
export const iterator = (prefix: string) => matching(`-?${prefix}_[0-9A-Za-z]{27}`);

/** The same of a list that is walked a group of sources at a time. */
export const walkIterator = (prefix: string) =>
	matching(`-?(?:${prefix}_[0-9A-Za-z]{27}(?:${PLACE_PATTERN})?|${PLACE_PATTERN})`);

export const order = (fallback: "ascending" | "descending") =>
	z
		.enum(["ascending", "descending"], { error: "must be ascending or descending" })
		.default(fallback);

/** Query times as epoch milliseconds. */
export const queryTime = time
	.optional()
	.transform((value) => (value === undefined ? null : Date.parse(value)));

/** Event types as `a,b`, repeated, `[]`, `[0]` (joined before this) or a JSON list. */
export const queryEventTypes = z
	.string()
	.optional()
	.transform((value) => splitList(value))
	.pipe(z.array(name).nullable());

function splitList(value: string | undefined): string[] | null {
	if (value === undefined || value === "") return null;
	if (value.startsWith("[")) {
		try {
			const parsed: unknown = JSON.parse(value);
			if (Array.isArray(parsed)) return parsed.map(String);
		} catch {
			// Not JSON: the name rule then names the field.
		}
	}
	return value.split(",");
}

export const listOf = <T extends z.ZodType>(item: T) =>
	z.object({
		data: z.array(item),
		iterator: z.string().nullable(),
		prevIterator: z.string().nullable(),
		done: z.boolean(),
	});

export const toListOut = <R, T>(
	list: { data: R[]; iterator: string | null; prevIterator: string | null; done: boolean },
	toItem: (row: R) => T,
) => ({ ...list, data: list.data.map(toItem) });
