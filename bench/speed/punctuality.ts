// Whether a retry comes when it was announced.
import { offer } from "../support/load.ts";
import { progress } from "../support/progress.ts";
import { arrivalsEnd, type Scene } from "../support/scene.ts";
import { type Spread, spreadOf } from "./accept.ts";

/** Milliseconds after the announced time. */
export type Punctuality = { retries: number; late: Spread };

const PER_SECOND = 50;

/** The server's schedule must begin with a few seconds. */
export async function measurePunctuality(scene: Scene, count: number): Promise<Punctuality> {
	progress(`punctuality: ${count} retries`);
	const target = scene.receiver.target((arrived) => ({ status: arrived <= count ? 500 : 200 }));
	const lane = await scene.lane(target);
	const sent = await offer(scene.client, lane, PER_SECOND, count);
	await arrivalsEnd(target, () => target.arrivals.length >= count);
	const announced = new Map<string, number>();
	for (const { id } of sent) {
		if (id === null) continue;
		const path = `/app/${lane.applicationId}/msg/${id}/endpoint`;
		const { data } = await scene.client.call("GET", path);
		const [one] = data as { nextAttempt: string | null }[]; // safe because a list answers it
		if (one?.nextAttempt) announced.set(id, Date.parse(one.nextAttempt));
	}
	await arrivalsEnd(target, () => target.arrivals.length >= 2 * count);
	const late = target.arrivals.slice(count).flatMap(({ id, at }) => {
		const due = announced.get(id);
		return due === undefined ? [] : [performance.timeOrigin + at - due];
	});
	return { retries: late.length, late: spreadOf(late) };
}
