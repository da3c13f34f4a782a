// `event-type create-bulk`.
import type { Api } from "../api.ts";
import { command } from "../command.ts";
import { ApiError, type CliError, EXIT, UsageError } from "../errors.ts";
import { type NewEventType, readEventTypes } from "../event-type-lines.ts";
import { nameOf, readInput } from "../files.ts";
import type { Terminal } from "../terminal.ts";

const PARALLEL_DEFAULT = 8;
const PARALLEL_MAX = 50;

type Failure = { name: string; where: string; message: string };
type Tally = { total: number; created: number; existing: number; failures: Failure[] };

export const eventTypeCreateBulk = command({
	name: "event-type create-bulk",
	about: "Create many event types; those that exist stay as they are",
	positionals: ["FILE|-"],
	options: {
		parallel: {
			type: "string",
			value: "N",
			about: `How many at a time, up to ${PARALLEL_MAX}; ${PARALLEL_DEFAULT} when left out`,
		},
	},
	notes: [
		"FILE has lines `name|description` (empty ones and those that begin with # are skipped), or JSON:",
		'[{"name": "invoice.paid", "description": "…", "groupName": …, "schemas": …}] or {"invoice.paid": "…"}.',
		"All of it is checked before the first is sent. After an interruption, run it again: it goes on.",
	],
	examples: [
		"edgehook event-type create-bulk event-types.txt",
		"echo 'invoice.paid|An invoice was paid' | edgehook event-type create-bulk -",
	],
	async run({ args, options, isJson, terminal, connect }) {
		const path = args["FILE|-"];
		const parallel = toParallel(options.parallel);
		const entries = readEventTypes(await readInput(path), nameOf(path));
		const tally: Tally = { total: entries.length, created: 0, existing: 0, failures: [] };
		const isInterrupted = onInterrupt(terminal);
		try {
			await createAll(connect(), entries, parallel, isInterrupted, tally, terminal);
		} catch (error) {
			tell(tally, isJson, terminal);
			throw error;
		}
		tell(tally, isJson, terminal);
		if (doneOf(tally) < tally.total) return EXIT.interrupted;
		return tally.failures.length > 0 ? EXIT.error : EXIT.ok;
	},
});

/** Whether Ctrl+C was pressed; a second time ends at once. */
function onInterrupt(terminal: Terminal): () => boolean {
	let isInterrupted = false;
	process.on("SIGINT", () => {
		if (isInterrupted) process.exit(EXIT.interrupted);
		isInterrupted = true;
		terminal.note("Stopping; what is under way is finished first.", "yellow");
	});
	return () => isInterrupted;
}

async function createAll(
	api: Api,
	entries: readonly NewEventType[],
	parallel: number,
	isInterrupted: () => boolean,
	tally: Tally,
	terminal: Terminal,
): Promise<void> {
	// Shared: each worker takes the next one.
	const left = entries.values();
	let fatal: CliError | null = null;
	const work = async () => {
		while (fatal === null && !isInterrupted()) {
			const { value: entry, done } = left.next();
			if (done === true) return;
			try {
				await createOne(api, entry, tally);
			} catch (error) {
				fatal ??= error as CliError; // safe because `Api` throws nothing else
			}
			terminal.progress(`${doneOf(tally)} of ${tally.total} event types …`);
		}
	};
	await Promise.all(Array.from({ length: parallel }, work));
	if (fatal !== null) throw fatal;
}

async function createOne(api: Api, { where, body }: NewEventType, tally: Tally): Promise<void> {
	try {
		await api.request("POST", "/event-type/", { body });
		tally.created++;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.status === 409) tally.existing++;
		else if (error.status === 400 || error.status === 422) {
			tally.failures.push({ name: body.name, where, message: toLine(error) });
		} else throw error;
	}
}

function tell(tally: Tally, isJson: boolean, terminal: Terminal): void {
	terminal.endProgress();
	const { total, created, existing, failures } = tally;
	const left = total - doneOf(tally);
	if (isJson) {
		terminal.printJson({ total, created, existing, failed: failures.length, left, failures });
		return;
	}
	for (const { name, where, message } of failures) {
		terminal.note(`${where}, ${name}: ${message}`, "red");
	}
	const parts = [
		terminal.style("green", `${created} created`),
		`${existing} existed`,
		...(failures.length > 0 ? [terminal.style("red", `${failures.length} failed`)] : []),
		...(left > 0 ? [terminal.style("yellow", `${left} left: run it again to go on`)] : []),
	];
	terminal.print(parts.join(", "));
}

const toLine = ({ fields, message }: ApiError) =>
	fields.map((issue) => `${issue.field} ${issue.message}`).join("; ") || message;

const doneOf = ({ created, existing, failures }: Tally) => created + existing + failures.length;

function toParallel(text: string | undefined): number {
	const parallel = Number(text ?? PARALLEL_DEFAULT);
	if (Number.isInteger(parallel) && parallel >= 1 && parallel <= PARALLEL_MAX) return parallel;
	throw new UsageError(`--parallel must be a whole number from 1 to ${PARALLEL_MAX}.`);
}
