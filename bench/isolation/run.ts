// `npm run bench:isolation`: what a neighbour's fault does to others. `--quick`, `--json`, `--write`, `--state disk`.
import type { LocalServer } from "../../test/support/local-server.ts";
import { sleep } from "../support/load.ts";
import { addReconciled } from "../support/metrics.ts";
import { progress } from "../support/progress.ts";
import { type Report, runBench } from "../support/report.ts";
import type { Scene } from "../support/scene.ts";
import { KINDS, type Kind, type Side, startNeighbour } from "./neighbour.ts";
import { isClear, type Phase, toReport } from "./table.ts";
import {
	type Lanes,
	latenciesOf,
	observe,
	reconcileVictims,
	refusedOf,
	type Slice,
} from "./victim.ts";

/** Stretches of time beside the healthy and the faulty endpoint take turns, so that both see the same machine. */
const PAIRS = { atLeast: 6, atMost: 20 };
const PAIRS_QUICK = { atLeast: 2, atMost: 2 };
/** After each so many they are judged. */
const PAIRS_TOGETHER = 2;
const SLICE_SECONDS = 5;
const SLICE_SECONDS_QUICK = 0.75;
const ALONE_SECONDS = 10;
const ALONE_SECONDS_QUICK = 1;
/**
 * What waited while the faulty one was paused comes first, and is nobody's usual day. Then up to as long again, by
 * chance: garbage is collected about once a second, and even turns would see one side's collections and not the other's.
 */
const SETTLE_SECONDS = 1.5;
const SETTLE_SECONDS_QUICK = 0.25;

async function measure(scene: Scene, isQuick: boolean, server: LocalServer): Promise<Report> {
	const aloneSeconds = isQuick ? ALONE_SECONDS_QUICK : ALONE_SECONDS;
	const lanes: Lanes = {
		same: await scene.lane(scene.receiver.target()),
		another: await scene.lane(scene.receiver.target()),
	};
	progress("nobody beside the victims");
	const warmUp = await observe(scene, lanes, 1);
	const alone = [await observe(scene, lanes, aloneSeconds)];
	const phases: Phase<Slice>[] = [];
	for (const kind of KINDS) phases.push(await observeKind(scene, lanes, kind, isQuick, server));
	progress("nobody beside the victims, again");
	alone.push(await observe(scene, lanes, aloneSeconds));

	const beside = phases.flatMap(({ pairs }) =>
		pairs.flatMap((pair) => [pair.healthy, pair.faulty]),
	);
	const victims = await reconcileVictims(lanes, [warmUp, ...alone, ...beside]);
	const toLatencies = latenciesOf(lanes);
	const found = {
		alone: alone.map(toLatencies),
		phases: phases.map(({ pairs, ...phase }) => ({
			...phase,
			pairs: pairs.map((pair) => toPair(pair, toLatencies)),
		})),
		victims: addReconciled(victims),
		refused: refusedOf([warmUp, ...alone, ...beside]),
	};
	return toReport(found, isQuick);
}

const toPair = <Seen>({ healthy, faulty }: Record<Side, Slice>, see: (slice: Slice) => Seen) => ({
	healthy: see(healthy),
	faulty: see(faulty),
});

async function observeKind(
	scene: Scene,
	lanes: Lanes,
	kind: Kind,
	isQuick: boolean,
	{ url, apiKey }: LocalServer,
): Promise<Phase<Slice>> {
	progress(`beside a neighbour: ${kind}`);
	const { applicationId } = lanes.same;
	const neighbour = await startNeighbour({ url, apiKey, applicationId, kind });
	const sliceSeconds = isQuick ? SLICE_SECONDS_QUICK : SLICE_SECONDS;
	const observeBeside = async (side: Side) => {
		const settleSeconds = (isQuick ? SETTLE_SECONDS_QUICK : SETTLE_SECONDS) * (1 + Math.random());
		const posted = neighbour.slice(side, settleSeconds + sliceSeconds);
		await sleep(settleSeconds * 1000);
		const slice = await observe(scene, lanes, sliceSeconds);
		await posted;
		return slice;
	};
	const pairs: Phase<Slice>["pairs"] = [];
	const { atLeast, atMost } = isQuick ? PAIRS_QUICK : PAIRS;
	const isEnough = () => {
		if (pairs.length < atLeast || pairs.length % PAIRS_TOGETHER > 0) return false;
		const toLatencies = latenciesOf(lanes);
		return isClear(
			kind,
			pairs.map((pair) => toPair(pair, toLatencies)),
		);
	};
	while (pairs.length < atMost && !isEnough()) {
		const healthy = await observeBeside("healthy");
		pairs.push({ healthy, faulty: await observeBeside("faulty") });
	}
	return { kind, pairs, neighbour: await neighbour.end() };
}

// A neighbour that fails goes on failing, instead of being left alone for minutes.
const SETTINGS = { RETRY_SCHEDULE_SECONDS: "5,5,5,5,5" };
await runBench("isolation", SETTINGS, measure, { state: "memory" });
