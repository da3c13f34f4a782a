// A changed limit of an application, while messages wait in the lanes of all its endpoints: when each lane goes by it.
import { mapSome } from "../../src/core/map-some.ts";
import type { Client } from "../support/client.ts";
import { sleep } from "../support/load.ts";
import { percentile, type Reconciled } from "../support/metrics.ts";
import { progress, progressNow } from "../support/progress.ts";
import type { Scene } from "../support/scene.ts";
import { createAudience, type Member, reconcileAll } from "./audience.ts";

export type LimitChange = {
	endpoints: number;
	/** Lanes that sent by the old limit when it was changed, and had more to send. */
	holding: number;
	/** Those of them that showed the new limit in what they sent. */
	shown: number;
	/** From the request that changes it, to the answer. */
	answeredAfterMs: number;
	/** … to the first attempt that the old limit did not allow, of half of the lanes and of the last one. */
	halfAfterMs: number | null;
	lastAfterMs: number | null;
	reconciled: Reconciled;
};

/** So many send when it is changed; in all others messages wait, too. If all sent, the machine would be at its end. */
const SENDING_MAX = 125;
const OLD_LIMIT = 2;
/** Lets all go that waits. */
const NEW_LIMIT = 1_000;
/** Attempts of one lane that began closer together are the new limit's. */
const NEAR_MS = 450;
/** More than a lane sends at the old limit until those that are to send have been resumed. */
const MESSAGES = 8;
/** Besides one that is just being sent. */
const LEFT_MIN = 2;
const ASKED_AT_ONCE = 32;
const AGAIN_MS = 250;
const PATIENCE_MS = 60_000;
/** What arrives twice does so after the lanes were asked what they have. */
const AFTERMATH_MS = 8_000;

export async function changeLimit(scene: Scene, endpoints: number): Promise<LimitChange> {
	const { client } = scene;
	// Paused, so that all messages wait in the lanes before any is sent.
	const audience = await createAudience(scene, endpoints, OLD_LIMIT);
	const { lanes, applicationId } = audience;
	const path = `/app/${applicationId}`;
	const ids: string[] = [];
	for (let n = 0; n < MESSAGES; n++) {
		const body = { eventType: "user.created", payload: { n } };
		ids.push(String((await client.call("POST", `${path}/msg`, body)).id));
	}
	await mapSome(lanes, ASKED_AT_ONCE, async ({ endpointId }) => {
		await untilWaiting(client, `${path}/endpoint/${endpointId}/lane`);
	});
	// Evenly among all: lanes are told one after the other.
	const step = Math.ceil(endpoints / SENDING_MAX);
	const sending = lanes.filter((_, i) => i % step === step - 1);
	progress(`resuming ${sending.length} endpoints`);
	await mapSome(sending, ASKED_AT_ONCE, async ({ endpointId }) => {
		await client.call("POST", `${path}/endpoint/${endpointId}/resume`);
	});

	const changedAt = Date.now();
	const holding = sending.filter(({ target }) => MESSAGES - target.arrivals.length >= LEFT_MIN);
	await client.call("PATCH", path, { throttleRate: NEW_LIMIT });
	const answeredAfterMs = Date.now() - changedAt;
	await allArrived(sending);
	progress("cancelling what waits for all others");
	const others = lanes.filter((lane) => !sending.includes(lane));
	const cancelled = await mapSome(others, ASKED_AT_ONCE, async ({ endpointId }) =>
		Number((await client.call("POST", `${path}/endpoint/${endpointId}/cancel`)).cancelled),
	);
	progress("asking the lanes when their attempts began");
	const shown = await mapSome(holding, ASKED_AT_ONCE, async ({ endpointId }) => {
		const starts = await scene.starts({ applicationId, endpointId });
		return starts.find((at, i) => at >= changedAt && at - (starts[i - 1] ?? 0) < NEAR_MS);
	});
	const times = shown.flatMap((at) => (at === undefined ? [] : [at - changedAt]));
	return {
		endpoints,
		holding: holding.length,
		shown: times.length,
		answeredAfterMs,
		halfAfterMs: percentile(times, 0.5),
		lastAfterMs: times.length < holding.length ? null : percentile(times, 1),
		reconciled: reconcileAll(
			audience,
			ids,
			cancelled.reduce((sum, count) => sum + count, 0),
		),
	};
}

async function untilWaiting(client: Client, path: string): Promise<void> {
	const until = performance.now() + PATIENCE_MS;
	for (;;) {
		const { waiting } = await client.call("GET", path);
		if (waiting === MESSAGES) return;
		if (performance.now() > until) throw new Error(`${path}: ${waiting} of ${MESSAGES} wait`);
		await sleep(AGAIN_MS);
	}
}

async function allArrived(lanes: readonly Member[]): Promise<void> {
	const until = performance.now() + PATIENCE_MS;
	for (;;) {
		const ready = lanes.filter(({ target }) => target.arrivals.length >= MESSAGES).length;
		if (ready === lanes.length || performance.now() > until) break;
		progressNow(() => `${ready} of ${lanes.length} have all`);
		await sleep(25);
	}
	await sleep(AFTERMATH_MS);
}
