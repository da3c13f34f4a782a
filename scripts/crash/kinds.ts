// What the crash tests print of their rounds, added up by kind of work.
import { stripVTControlCharacters } from "node:util";

const COUNTS = [
	"kills",
	"stored",
	"waiting",
	"lost",
	"phantoms",
	"extra",
	"unexplained",
	"exhausted",
	"underWay",
	"unrecorded",
	"leaseOver",
] as const;
type Counts = Record<(typeof COUNTS)[number], number>;

export type CrashedKind = Counts & { kind: string; seed: number; rounds: number };

const HEAD = /^(\w+), SEED=(\d+)$/;

/** Each kind prints its name and the seed, then a line of JSON for each of its rounds. */
export function readKinds(output: string): CrashedKind[] {
	const kinds: CrashedKind[] = [];
	let current: CrashedKind | null = null;
	for (const line of stripVTControlCharacters(output).split("\n")) {
		const [, kind, seed] = HEAD.exec(line) ?? [];
		if (kind !== undefined) {
			const none = Object.fromEntries(COUNTS.map((name) => [name, 0]));
			// safe because each of the counts is in it
			current = { kind, seed: Number(seed), rounds: 0, ...(none as Counts) };
			kinds.push(current);
		} else if (current !== null && line.startsWith('{"round":')) {
			const round: Partial<Counts> = JSON.parse(line);
			current.rounds++;
			for (const name of COUNTS) current[name] += round[name] ?? 0;
		} else {
			current = null;
		}
	}
	return kinds;
}

/** What was promised of a kind and was not kept. */
export function missesOf(
	{ kind, seed, rounds, ...counts }: CrashedKind,
	roundsAsked: number,
): string[] {
	const wrong = (["lost", "phantoms", "unexplained", "extra"] as const)
		.filter((name) => counts[name] > 0)
		.map((name) => `${counts[name]} ${name}`);
	if (rounds < roundsAsked) wrong.push(`ended after ${rounds} of ${roundsAsked} rounds`);
	return wrong.length === 0 ? [] : [`${kind}: ${wrong.join(", ")} (SEED=${seed})`];
}
