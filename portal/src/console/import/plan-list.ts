// What a pasted list would do, and doing it: one request an event type, a few at a time.
import { ApiError, request } from "../../lib/api.ts";
import type { EventTypeOut } from "../../models.ts";
import { type Key, t } from "../../texts/index.ts";
import { wordsOf } from "../../ui/states.tsx";
import type { Plan, Remark } from "./plan.ts";
import { compareList, type Entry, readList, toFields } from "./read-list.ts";

const AT_ONCE = 4;

const PROBLEMS = {
	name: "console.import.problem.name",
	letters: "console.import.problem.letters",
	twice: "console.import.problem.twice",
	json: "console.import.problem.json",
} as const satisfies Record<string, Key>;

export function planList(text: string, existing: readonly EventTypeOut[]): Plan {
	const { entries, failed } = readList(text);
	const byName = new Map(entries.map((entry) => [entry.name, entry]));
	const known = new Set(existing.map(({ name }) => name));
	return {
		...compareList(entries, existing),
		failed: failed.map(({ path, message }) => ({
			path: path === "" || path.startsWith("/") ? path : t("console.import.line", { line: path }),
			message: isProblem(message) ? t(PROBLEMS[message]) : message,
		})),
		notes: [],
		apply: async (names, onDone) => {
			const waiting = names.flatMap((name) => byName.get(name) ?? []);
			const refused: Remark[] = [];
			let done = 0;
			const work = async () => {
				for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
					const why = await save(entry, !known.has(entry.name));
					if (why !== null) refused.push({ path: entry.name, message: why });
					onDone(++done);
				}
			};
			await Promise.all(Array.from({ length: AT_ONCE }, work));
			return refused;
		},
	};
}

const isProblem = (word: string): word is keyof typeof PROBLEMS => Object.hasOwn(PROBLEMS, word);

/** Null when it is saved, else why not. */
async function save(entry: Entry, isNew: boolean): Promise<string | null> {
	const fields = toFields(entry);
	try {
		if (isNew) await request("POST", "/event-type/", { body: { name: entry.name, ...fields } });
		else await request("PATCH", `/event-type/${entry.name}/`, { body: fields });
		return null;
	} catch (error) {
		if (error instanceof ApiError) return wordsOf(error);
		throw error;
	}
}
