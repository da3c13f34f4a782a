// Makes an organisation's event types what an OpenAPI description says, or tells what would become of them.
import { DomainError, invalid } from "../core/errors.ts";
import type { DescribedEventType } from "../core/openapi-import/entry.ts";
import { grouped } from "../core/openapi-import/groups.ts";
import { Problem } from "../core/openapi-import/problem.ts";
import { type Reading, readEventTypes } from "../core/openapi-import/read.ts";
import { whyNoSchema } from "../platform/json-schema.ts";
import { type Statement, writeAll } from "../store/db.ts";
import { archiveEventTypes, findLiveNamesAfter } from "../store/event-type-import.ts";
import { withCatalogChange } from "./catalog.ts";
import { untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";
import { type Plan, planImport, toStatements } from "./event-type-import-plan.ts";
import { type ImportReport, merged, newReport, shortened } from "./event-type-import-report.ts";

/** A description larger than this is refused. */
export const DESCRIPTION_BYTES_MAX = 5 * 1024 * 1024;
/** About what one transaction writes. */
const BATCH_CHARS = 8_000_000;
const NAMES_AT_ONCE = 5_000;

/** A description as a value, or as a text in JSON or YAML. */
export type Source = { spec: unknown } | { specRaw: string };

export type ImportOptions = {
	dryRun: boolean;
	replaceAll: boolean;
	/** Names of those to import or to archive; all others stay as they are. Null: all. */
	only: ReadonlySet<string> | null;
};

/**
 * One transaction writes it all. A description that is more than one can hold is written in several, in
 * its order: when that is interrupted, the same import again does the rest, and finds the others unchanged.
 */
export async function importOpenapi(
	ctx: ServiceContext,
	source: Source,
	{ dryRun, replaceAll, only }: ImportOptions,
): Promise<ImportReport> {
	const reading = await readSource(source);
	const isWanted = (name: string) => only === null || only.has(name);
	const wanted = reading.eventTypes.filter(({ name }) => isWanted(name));
	const findGone = async () =>
		replaceAll ? (await findOthers(ctx, reading.names)).filter(isWanted) : [];
	const batches = grouped(wanted, ({ chars }) => chars, BATCH_CHARS);
	const last = batches.pop() ?? [];
	let report = newReport(reading, dryRun);
	if (dryRun) {
		for (const batch of [...batches, last]) report = merged(report, await planImport(ctx, batch));
		return { ...report, archived: await findGone() };
	}
	for (const batch of batches) {
		report = merged(report, await untilWritten(() => write(ctx, batch)));
	}
	return untilWritten(async () => {
		const plan = await planImport(ctx, last);
		const archived = await findGone();
		const statements = [...toStatements(ctx, plan), ...toArchive(ctx, archived)];
		return ctx.commit(
			withCatalogChange(ctx, statements),
			shortened({ ...merged(report, plan), archived }),
		);
	});
}

async function write(ctx: ServiceContext, batch: readonly DescribedEventType[]): Promise<Plan> {
	const plan = await planImport(ctx, batch);
	await writeAll(ctx.db, withCatalogChange(ctx, toStatements(ctx, plan)));
	return plan;
}

async function readSource(source: Source): Promise<Reading> {
	const [field, text] =
		"spec" in source ? ["spec", JSON.stringify(source.spec)] : ["specRaw", source.specRaw];
	if (new TextEncoder().encode(text).length > DESCRIPTION_BYTES_MAX) {
		const detail = `The description (${field}) is larger than ${DESCRIPTION_BYTES_MAX} bytes`;
		throw new DomainError("payload_too_large", detail);
	}
	try {
		const document = "spec" in source ? source.spec : await parse(source.specRaw);
		return readEventTypes(document, whyNoSchema);
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		throw invalid(["body", field, ...error.at], error.message);
	}
}

async function parse(text: string): Promise<unknown> {
	// The reader of YAML is large, and hardly ever needed: the Worker starts sooner without it.
	const { parseDescription } = await import("../platform/description-text.ts");
	const parsed = parseDescription(text);
	if ("problem" in parsed) {
		throw invalid(["body", "specRaw"], `must be valid YAML or JSON: ${parsed.problem}`);
	}
	return parsed.document;
}

/** Those that could be subscribed to, and are not in the description. */
async function findOthers(ctx: ServiceContext, names: ReadonlySet<string>): Promise<string[]> {
	const others: string[] = [];
	for (let after: string | undefined = ""; after !== undefined; ) {
		const page: string[] = await findLiveNamesAfter(
			ctx.db,
			ctx.organisationId,
			after,
			NAMES_AT_ONCE,
		);
		others.push(...page.filter((name) => !names.has(name)));
		after = page.length < NAMES_AT_ONCE ? undefined : page.at(-1);
	}
	return others;
}

function toArchive(ctx: ServiceContext, names: readonly string[]): Statement[] {
	const statements: Statement[] = [];
	for (let start = 0; start < names.length; start += NAMES_AT_ONCE) {
		const some = names.slice(start, start + NAMES_AT_ONCE);
		statements.push(archiveEventTypes(ctx.db, ctx.organisationId, some, ctx.now));
	}
	return statements;
}
