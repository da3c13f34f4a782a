// `npm run bench:throttle`: whether an endpoint gets messages exactly as fast as it allows. `--quick`, `--json`.
import type { LocalServer } from "../../test/support/local-server.ts";
import { addReconciled, type Reconciled } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { type Report, round, runBench } from "../support/report.ts";
import type { Scene } from "../support/scene.ts";
import { type Floor, measureFloor } from "./floor.ts";
import { measureReaction, type Reaction } from "./reaction.ts";
import { measureRestart, type Restart } from "./restart.ts";
import { measureRetryAfter, type RetryAfter } from "./retry-after.ts";
import { allowed, measureLimit, type Steady } from "./steady.ts";
import { HEAD, NOTES, toRow } from "./table.ts";

export type Measured = Steady & { floor: Floor; isJudged: boolean };

const RECEIVERS_MS = [0, 300];
/** What is measured at the same time is so slow that it does not meet. */
const GROUPS = [[1, 2, 10], [100], [1000], [5000]];
const JUDGED_MAX = 1000;
/** Limits whose course is drawn. */
const CHARTED = [100, 1000];
const SECONDS = 25;
const SECONDS_QUICK = 2;
const FLOOR_SECONDS = 5;

const ACHIEVED_MIN = 0.97;
/** Starts are what invariant 7 is about; on their way to the receiver a busy machine pushes them together. */
const ARRIVALS_SHARE_MAX = 1.1;
/** What two connections of a busy machine may differ by. */
const OVERTAKEN_MS_MAX = 50;
const REACTION_MS_MAX = 1_000;
/** Starts are given away 100 ms ahead, and an answer takes a moment to be heard of. */
const EARLY_MS_MAX = 250;

async function measure(scene: Scene, isQuick: boolean, server: LocalServer): Promise<Report> {
	const groups = isQuick ? GROUPS.slice(0, -1) : GROUPS;
	const measured: Measured[] = [];
	const measureAll = async () => {
		for (const group of groups) measured.push(...(await measureGroup(scene, group, isQuick)));
	};
	// In a quick run they share the time of the slowest limits.
	if (!isQuick) await measureAll();
	const [[reactions, retryAfter]] = await Promise.all([
		measureAsides(scene),
		isQuick ? measureAll() : undefined,
	]);
	progress("a queue, and a server that is killed");
	const restart = isQuick ? null : await measureRestart(scene, server);
	const reconciled = addReconciled(
		[...measured, ...reactions, retryAfter].map((one) => one.reconciled),
	);
	return {
		title: "Throttling: arrivals at the receiver with a queue that is always full",
		head: HEAD,
		rows: measured.map(toRow),
		notes: [
			...NOTES,
			...toSentences(reactions, retryAfter),
			...toRestartText(restart),
			toAccount(reconciled),
		],
		json: {
			limits: measured.map(toJson),
			series: measured
				.filter(({ limit, receiverMs }) => CHARTED.includes(limit) && receiverMs === 0)
				.map(({ limit, perSecond }) => ({ limit, perSecond })),
			reactions: reactions.map((one) => ({
				...one,
				fasterMs: round(one.fasterMs, 0),
				slowerMs: round(one.slowerMs, 0),
			})),
			retryAfter: {
				...retryAfter,
				lastEarlyMs: round(retryAfter.lastEarlyMs, 0),
				resumedAfterMs: round(retryAfter.resumedAfterMs, 0),
			},
			restart: restart && { ...restart, silenceMs: round(restart.silenceMs, 0) },
			reconciled,
		},
		misses: [
			...measured.flatMap(missesOf),
			...asideMisses(reactions, retryAfter, reconciled),
			...restartMisses(restart),
		],
	};
}

async function measureGroup(scene: Scene, group: number[], isQuick: boolean): Promise<Measured[]> {
	const isTogether = group.length > 1;
	const seconds = isQuick ? SECONDS_QUICK : SECONDS;
	const one = async (limit: number, receiverMs: number): Promise<Steady> => {
		progress(`limit ${limit}/s, receiver answers after ${receiverMs} ms`);
		return measureLimit(scene, { limit, receiverMs, seconds: limit === 1 ? 2 * seconds : seconds });
	};
	const terms = group.flatMap((limit) => RECEIVERS_MS.map((ms) => [limit, ms] as const));
	const steadies: Steady[] = [];
	if (isTogether) steadies.push(...(await Promise.all(terms.map((term) => one(...term)))));
	else for (const term of terms) steadies.push(await one(...term));

	progress(`a plain client at ${group.join(" and ")}/s`);
	const floorSeconds = isQuick ? 1 : FLOOR_SECONDS;
	const floors = new Map(
		await Promise.all(
			group.map(
				async (limit) => [limit, await measureFloor(scene.receiver, limit, floorSeconds)] as const,
			),
		),
	);
	return steadies.map((steady) => ({
		...steady,
		floor: floors.get(steady.limit) ?? { worst: 0, variation: null },
		isJudged: steady.limit <= JUDGED_MAX,
	}));
}

async function measureAsides(scene: Scene): Promise<[Reaction[], RetryAfter]> {
	progress("changed limits, and 429 with Retry-After");
	return Promise.all([
		Promise.all([measureReaction(scene, "endpoint"), measureReaction(scene, "application")]),
		measureRetryAfter(scene),
	]);
}

const ms = (value: number | null) => (value === null ? "never" : `${value.toFixed(0)} ms`);

const toSentences = (reactions: Reaction[], { early, lastEarlyMs, resumedAfterMs }: RetryAfter) => [
	...reactions.map(
		({ scope, fasterMs, slowerMs }) =>
			`A changed limit on the ${scope} holds after ${ms(fasterMs)} (faster) and ${ms(slowerMs)} (slower).`,
	),
	`After a 429 with Retry-After ${early} more came, the last after ${ms(lastEarlyMs)}; then on time + ${ms(resumedAfterMs)}.`,
];

const toRestartText = (restart: Restart | null) =>
	restart === null
		? []
		: [
				`After a kill at ${restart.limit}/s it went on after ${ms(restart.silenceMs)}, the worst second held ${restart.worst}; ${restart.reconciled.lost} of ${restart.reconciled.accepted} lost, ${restart.reconciled.duplicates} that were under way came twice.`,
			];

const toAccount = (all: Reconciled) =>
	`${all.accepted} accepted: ${all.lost} lost, ${all.duplicates} twice, ${all.phantoms} from nowhere.`;

function missesOf(one: Measured): string[] {
	if (!one.isJudged) return [];
	const found: [boolean, string][] = [
		[(one.achieved ?? 0) < ACHIEVED_MIN, `only ${round(one.achieved)} of the limit is used`],
		[one.worstOfStarts > allowed(one.limit), `a second holds ${one.worstOfStarts} starts`],
		[one.worst > ARRIVALS_SHARE_MAX * one.limit + 2, `a second holds ${one.worst} arrivals`],
		[one.overtakenMs > OVERTAKEN_MS_MAX, `order is off by ${round(one.overtakenMs, 0)} ms`],
	];
	return found
		.filter(([isMiss]) => isMiss)
		.map(([, text]) => `limit ${one.limit}/s, receiver ${one.receiverMs} ms: ${text}`);
}

function asideMisses(reactions: Reaction[], retryAfter: RetryAfter, all: Reconciled): string[] {
	const found: [boolean, string][] = [
		...reactions.map(({ scope, fasterMs, slowerMs }): [boolean, string] => [
			Math.max(fasterMs ?? Infinity, slowerMs ?? Infinity) > REACTION_MS_MAX,
			`a changed limit on the ${scope} takes longer than a second`,
		]),
		[retryAfter.lastEarlyMs > EARLY_MS_MAX, "sends go on after a 429 with Retry-After"],
		[retryAfter.resumedAfterMs === null, "nothing comes after a 429 with Retry-After"],
		[all.lost + all.duplicates + all.phantoms > 0, toAccount(all)],
	];
	return found.filter(([isMiss]) => isMiss).map(([, text]) => text);
}

/** Twice comes only what a second holds: that may have been under way. */
function restartMisses(restart: Restart | null): string[] {
	if (restart === null) return [];
	const { limit, worst, reconciled } = restart;
	const found: [boolean, string][] = [
		[worst > ARRIVALS_SHARE_MAX * limit + 2, `a second holds ${worst} arrivals`],
		[reconciled.lost + reconciled.phantoms > 0, toAccount(reconciled)],
		[reconciled.duplicates > limit, `${reconciled.duplicates} came twice`],
	];
	return found.filter(([isMiss]) => isMiss).map(([, text]) => `after a kill: ${text}`);
}

const toJson = ({ floor, isJudged, perSecond: _, ...one }: Measured) => ({
	...one,
	offeredRate: round(one.offeredRate, 1),
	achieved: round(one.achieved, 4),
	worstShare: round(one.worst / one.limit, 4),
	excess: round(one.excess),
	variation: round(one.variation),
	longestGapMs: round(one.longestGapMs, 1),
	overtakenMs: round(one.overtakenMs, 1),
	overtakenStartMs: round(one.overtakenStartMs, 1),
	floor: { worst: floor.worst, variation: round(floor.variation) },
	isJudged,
});

// The default schedule would keep what was refused for longer than the measurement takes.
await runBench("throttle", { RETRY_SCHEDULE_SECONDS: "1,1,1,1,1" }, measure);
