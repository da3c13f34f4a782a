// A replay meets what is under way: who asks for everything again gets that again, too.
import { evictDurableObject } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import { dispatch } from "../../../src/delivery/sending/dispatch.ts";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	CONTENT,
	moveClock,
	newMessage,
	newRoom,
	PATIENCE_MS,
	type Room,
	rowsOf,
	toAccepted,
	tools,
} from "../../support/delivery.ts";
import { drive, kill } from "../../support/engine.ts";
import { finished } from "../../support/tasks.ts";

afterEach(() => {
	vi.useRealTimers();
});

/** A message whose first attempt is under way until `send`. */
async function newUnderWay(query = "") {
	const room = await newRoom(query);
	const { grants } = toAccepted(await room.store.accept(newMessage()));
	expect(grants).toHaveLength(1);
	return { room, send: () => dispatch(tools, grants, CONTENT) };
}

async function start({ api, path }: Room, kind: string, fields: object = {}): Promise<string> {
	const since = new Date(Date.now() - 60_000).toISOString();
	return (await api("POST", `${path}/${kind}`, { since, ...fields })).body.id;
}

const task = async ({ api }: Room, id: string) => (await api("GET", `/background-task/${id}`)).body;

const fed = (room: Room, id: string) =>
	until(
		() => task(room, id),
		({ data }) => data.state === "running" && data.total === 1,
	);

const attempts = async (room: Room) =>
	(await attemptsOf(room))
		.map(({ number, trigger, status }) => [number, trigger, status])
		.reverse();

test("a bulk replay sends what is under way once more when that is over", async () => {
	const { room, send } = await newUnderWay();
	const id = await start(room, "bulk-replay");
	expect((await fed(room, id)).data).toMatchObject({ total: 1, done: 0 });
	expect(await attempts(room)).toEqual([]);
	await send();
	expect((await finished(room.api, id)).data).toMatchObject({ total: 1, done: 1, failed: 0 });
	expect(await attempts(room)).toEqual([
		[1, "scheduled", "success"],
		[2, "manual", "success"],
	]);
	expect(await rowsOf(room.laneStub, "deliveries")).toEqual([]);
});

test("its own attempt alone counts for the replay, also after a restart", async () => {
	const { room, send } = await newUnderWay("?status=500,200");
	const id = await start(room, "bulk-replay", { status: 3 });
	await fed(room, id);
	await evictDurableObject(room.laneStub);
	await send();
	expect((await finished(room.api, id)).data).toMatchObject({ total: 1, done: 1, failed: 0 });
	expect(await attempts(room)).toEqual([
		[1, "scheduled", "fail"],
		[2, "manual", "success"],
	]);
});

test("two replays at once send it once more between them", async () => {
	const { room, send } = await newUnderWay();
	const first = await start(room, "bulk-replay");
	await fed(room, first);
	const second = await start(room, "bulk-replay");
	expect((await finished(room.api, second)).data).toMatchObject({ total: 0, done: 0 });
	await send();
	await finished(room.api, first);
	expect(await attempts(room)).toHaveLength(2);
});

test("a replay that is cancelled leaves what is under way as it was", async () => {
	const { room, send } = await newUnderWay("?status=500,200");
	const id = await start(room, "bulk-replay");
	await fed(room, id);
	await room.api("POST", `/background-task/${id}/cancel`);
	await send();
	expect((await finished(room.api, id)).data).toMatchObject({ state: "cancelled", done: 0 });
	expect(await attempts(room)).toEqual([[1, "scheduled", "fail"]]);
	const [row] = await rowsOf(room.laneStub, "deliveries");
	expect(row).toMatchObject({
		number: 2,
		trigger_type: "scheduled",
		bulk: 0,
		again: 0,
		task: null,
	});
});

test("what a lane that died had granted is left out: it comes without being asked for", async () => {
	const before = await newUnderWay();
	const room = await kill(before.room);
	for (const kind of ["bulk-replay", "replay-missing"]) {
		expect((await finished(room.api, await start(room, kind))).data).toMatchObject({ total: 0 });
	}
	moveClock(PATIENCE_MS);
	await drive(
		room,
		() => attempts(room),
		(all) => all.length === 1,
	);
	expect(await attempts(room)).toEqual([[1, "scheduled", "success"]]);
});

test.each(["recover", "replay-missing"])(
	"for %s what is under way neither failed nor is it missing",
	async (kind) => {
		const { room, send } = await newUnderWay();
		expect((await finished(room.api, await start(room, kind))).data).toMatchObject({ total: 0 });
		await send();
		await until(
			() => attempts(room),
			(all) => all.length === 1,
		);
	},
);
