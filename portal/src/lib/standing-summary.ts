// How a message stands over all of its endpoints: the one thing to know about it, and when to ask again.
import type { MessageEndpointOut, MessageStandingOut } from "../models.ts";

export type State = MessageEndpointOut["standing"]["state"];

/** What wants attention comes first; what went well is said only when nothing else is to say. */
const IMPORTANCE: readonly State[] = [
	"exhausted",
	"failing",
	"sending",
	"waiting",
	"unknown",
	"paused",
	"disabled",
	"cancelled",
	"gone",
	"delivered",
	"filtered_out",
];

export type Summary = { state: State; count: number; total: number };

/** Null when it was for no endpoint. */
export function summarise({ endpoints, states }: MessageStandingOut): Summary | null {
	const state = IMPORTANCE.find((one) => (states[one] ?? 0) > 0);
	return state === undefined ? null : { state, count: states[state] ?? 0, total: endpoints };
}

/** How often it is worth asking again how it stands; null when it is settled. */
export function refreshMs(states: readonly State[]): number | null {
	if (states.some((state) => MOVING.has(state))) return 2_000;
	return states.some((state) => RESTING.has(state)) ? 15_000 : null;
}

const MOVING = new Set<State>(["waiting", "sending", "unknown"]);
const RESTING = new Set<State>(["failing", "paused", "disabled"]);

export type Known = ReadonlyMap<string, { standing: MessageStandingOut; at: number }>;

/** Which of the shown messages are to be asked for now, and how long until the next are. Times in epoch milliseconds. */
export function dueIds(
	ids: readonly string[],
	known: Known,
	now: number,
	most: number,
): { due: string[]; waitMs: number | null } {
	const times = ids.map((id): [string, number] => [id, dueAt(known.get(id))]);
	const due = times.filter(([, at]) => at <= now).map(([id]) => id);
	const later = times.map(([, at]) => at).filter((at) => at > now && Number.isFinite(at));
	const waitMs = due.length > most ? 0 : later.length === 0 ? null : Math.min(...later) - now;
	return { due: due.slice(0, most), waitMs };
}

function dueAt(found: { standing: MessageStandingOut; at: number } | undefined): number {
	if (found === undefined) return 0;
	// safe because a summary's names are the states
	const states = Object.keys(found.standing.states) as State[];
	const every = refreshMs(states);
	return every === null ? Number.POSITIVE_INFINITY : found.at + every;
}
