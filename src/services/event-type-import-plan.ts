// What an import does to event types: compares those described with those that there are.
import { type FieldChange, fieldChanges, schemaChanges } from "../core/openapi-import/changes.ts";
import type { DescribedEventType } from "../core/openapi-import/entry.ts";
import { grouped } from "../core/openapi-import/groups.ts";
import type { Remark } from "../core/openapi-import/problem.ts";
import type { Statement } from "../store/db.ts";
import {
	bytesOf,
	findEventTypesNamed,
	type ReadEventType,
	upsertReadEventTypes,
} from "../store/event-type-import.ts";
import type { EventType } from "../store/event-types.ts";
import { nextUpdatedAt } from "./changes.ts";
import type { ServiceContext } from "./context.ts";

export type UpdatedEventType = { name: string; changes: FieldChange[] };

export type Plan = {
	/** The rows to write: all that are created or updated. */
	rows: ReadEventType[];
	created: string[];
	updated: UpdatedEventType[];
	unchanged: string[];
	failed: Remark[];
};

/** The version that a description's schema is kept as. */
const VERSION = "1";
const NAMES_AT_ONCE = 200;
/** The database takes values of 2 MB. */
const ROW_BYTES_MAX = 1_900_000;
const STATEMENT_BYTES = 1_000_000;

export async function planImport(
	ctx: ServiceContext,
	described: readonly DescribedEventType[],
): Promise<Plan> {
	const plan: Plan = { rows: [], created: [], updated: [], unchanged: [], failed: [] };
	for (let start = 0; start < described.length; start += NAMES_AT_ONCE) {
		const some = described.slice(start, start + NAMES_AT_ONCE);
		const names = some.map(({ name }) => name);
		const rows = await findEventTypesNamed(ctx.db, ctx.organisationId, names);
		const found = new Map(rows.map((row) => [row.name, row]));
		for (const each of some) addToPlan(ctx, plan, each, found.get(each.name));
	}
	return plan;
}

function addToPlan(
	ctx: ServiceContext,
	plan: Plan,
	described: DescribedEventType,
	found: EventType | undefined,
): void {
	const { name, path } = described;
	const row = found === undefined ? toNew(ctx, described) : toNext(ctx, described, found);
	if (bytesOf(row) > ROW_BYTES_MAX) {
		plan.failed.push({ path, message: `is larger than ${ROW_BYTES_MAX} bytes as it is kept` });
		return;
	}
	if (found === undefined) {
		plan.created.push(name);
	} else {
		const schemas = [found, row].map((each) => each.schemas?.[VERSION]);
		const changes = [...fieldChanges(found, row), ...schemaChanges(...pair(schemas))];
		if (changes.length === 0) {
			plan.unchanged.push(name);
			return;
		}
		plan.updated.push({ name, changes });
	}
	plan.rows.push({ row, readAt: found?.updatedAt ?? null });
}

const pair = ([before, after]: readonly unknown[]): [unknown, unknown] => [before, after];

function toNew(ctx: ServiceContext, described: DescribedEventType): EventType {
	return {
		organisationId: ctx.organisationId,
		name: described.name,
		description: described.description,
		archived: false,
		deprecated: described.deprecated,
		schemas: toSchemas(null, described),
		featureFlags: described.featureFlags ?? null,
		groupName: described.groupName ?? null,
		createdAt: ctx.now,
		updatedAt: ctx.now,
	};
}

/** Flags and group that a description says nothing about stay: without its flag a type would be seen by all. */
function toNext(ctx: ServiceContext, described: DescribedEventType, found: EventType): EventType {
	const { description, deprecated, featureFlags, groupName } = described;
	return {
		...found,
		description,
		deprecated,
		archived: false,
		schemas: toSchemas(found.schemas, described),
		...(featureFlags !== undefined && { featureFlags }),
		...(groupName !== undefined && { groupName }),
		updatedAt: nextUpdatedAt(found, ctx.now),
	};
}

/** Other versions of the schema stay as they are. */
function toSchemas(
	found: EventType["schemas"],
	{ schema }: DescribedEventType,
): EventType["schemas"] {
	const { [VERSION]: _, ...others } = found ?? {};
	if (schema !== null) return { [VERSION]: schema, ...others };
	return Object.keys(others).length === 0 ? null : others;
}

/** As few statements as hold it. */
export function toStatements(ctx: ServiceContext, { rows }: Plan): Statement[] {
	const groups = grouped(rows, ({ row }) => bytesOf(row), STATEMENT_BYTES);
	return groups.map((group) => upsertReadEventTypes(ctx.db, group));
}
