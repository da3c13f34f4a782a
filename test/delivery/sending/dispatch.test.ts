// Attempts that were granted: made, reported to their lanes, and reported too when they cannot be made.
import { evictDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import { dispatch, sendChunk } from "../../../src/delivery/sending/dispatch.ts";
import { until } from "../../support/api.ts";
import {
	attemptsOf,
	CONTENT,
	newMessage,
	newRoom,
	newTask,
	toAccepted,
	tools,
} from "../../support/delivery.ts";

test("more attempts than one invocation may make are all made, each once", async () => {
	const room = await newRoom();
	const others = await Promise.all(Array.from({ length: 14 }, () => room.addEndpoint("", {})));
	const { grants } = toAccepted(await room.store.accept(newMessage()));
	expect(grants).toHaveLength(15);
	await dispatch(tools, grants, CONTENT);
	for (const each of [room, ...others]) {
		expect(await until(each.target.seen, (all) => all.length > 0)).toHaveLength(1);
		const attempts = await until(
			() => attemptsOf(each),
			(all) => all.length > 0,
		);
		expect(attempts).toMatchObject([{ number: 1, status: "success" }]);
	}
});

test("without the content, each message's own is read", async () => {
	const room = await newRoom();
	const payloads = ['{"a":1.0}', '{"a":2.0}'];
	const accepted = await Promise.all(
		payloads.map((payload) => room.store.accept(newMessage({ payload }))),
	);
	const grants = accepted.flatMap((answer) => toAccepted(answer).grants);
	await sendChunk(tools, grants, null);
	const seen = await room.target.seen();
	expect(seen.map(({ body }) => body).sort()).toEqual(payloads);
	expect(await attemptsOf(room)).toHaveLength(2);
});

test("an attempt whose payload is gone is recorded as a failure with the reason", async () => {
	const room = await newRoom();
	const { grants } = toAccepted(await room.store.accept(newMessage()));
	const unknown = grants.map((grant) => ({ ...grant, task: newTask() }));
	await sendChunk(tools, unknown, null);
	expect(await attemptsOf(room)).toMatchObject([
		{
			status: "fail",
			outcome: { failure: "payload_missing", response: "the payload is no longer stored" },
		},
	]);
	expect(await room.target.seen()).toEqual([]);
});

test("secrets that were sealed for another endpoint are not used", async () => {
	const room = await newRoom();
	const other = await room.addEndpoint("", {});
	const { grants } = toAccepted(await room.store.accept(newMessage()));
	const [mine, theirs] = [room, other].map(({ endpointId }) =>
		grants.find(({ route }) => route.endpointId === endpointId),
	);
	if (mine === undefined || theirs === undefined) throw new Error("not granted");
	const { secrets } = theirs.route;
	await sendChunk(tools, [{ ...mine, route: { ...mine.route, secrets } }], CONTENT);
	expect(await attemptsOf(room)).toMatchObject([
		{ status: "fail", outcome: { failure: "signing", status: 0 } },
	]);
	expect(await room.target.seen()).toEqual([]);
});

test("an attempt is reported to a lane that restarted meanwhile", async () => {
	const room = await newRoom("?delay=200");
	const { grants } = toAccepted(await room.store.accept(newMessage()));
	const sending = dispatch(tools, grants, CONTENT);
	await evictDurableObject(room.laneStub);
	await sending;
	expect(await attemptsOf(room)).toHaveLength(1);
});

test("after a refusal, what this isolate holds for the endpoint does not begin, and waits in the lane", async () => {
	const room = await newRoom("?status=429,200&retry_after=2");
	const accept = async () => toAccepted(await room.store.accept(newMessage())).grants;
	const refused = await accept();
	const held = [...(await accept()), ...(await accept())];
	expect(held).toHaveLength(2);
	await sendChunk(tools, refused, CONTENT);
	await sendChunk(tools, held, CONTENT);
	expect(await room.target.seen()).toHaveLength(1);
	expect(await attemptsOf(room)).toMatchObject([{ number: 1, outcome: { status: 429 } }]);
	expect(await room.lane.overview()).toMatchObject({ inFlight: 0, waiting: 2 });
});

test("what was held until its lease may end first does not begin; the lane sends it once", async () => {
	const room = await newRoom();
	const payload = '{"sent":"by the lane"}';
	const { grants } = toAccepted(await room.store.accept(newMessage({ payload })));
	const now = Date.now.bind(Date);
	const moved = vi.spyOn(Date, "now").mockImplementation(() => now() + 23_500);
	try {
		await sendChunk(tools, grants, { ...CONTENT, body: '{"sent":"late"}' });
		const seen = await until(room.target.seen, (all) => all.length > 0);
		expect(seen.map(({ body }) => body)).toEqual([payload]);
		const attempts = await until(
			() => attemptsOf(room),
			(all) => all.length > 0,
		);
		expect(attempts).toMatchObject([{ number: 1, status: "success" }]);
	} finally {
		moved.mockRestore();
	}
});

test("after the endpoint was changed, an older refusal holds up nothing", async () => {
	const room = await newRoom("?status=429,200&retry_after=60");
	const [refused] = toAccepted(await room.store.accept(newMessage())).grants;
	if (refused === undefined) throw new Error("nothing was granted");
	await sendChunk(tools, [refused], CONTENT);
	const route = { ...refused.route, version: refused.route.version + 1 };
	await sendChunk(tools, [{ ...refused, route, task: newTask() }], CONTENT);
	expect(await room.target.seen()).toHaveLength(2);
});

test.each([
	["gone", "?status=410"],
	["one that wants nothing any more", "?status=200&header=webhook-delivery:%20disable"],
])("an endpoint that is %s gets nothing that is held for it", async (_name, query) => {
	const room = await newRoom(query);
	const accept = async () => toAccepted(await room.store.accept(newMessage())).grants;
	const [first, second] = [await accept(), await accept()];
	await sendChunk(tools, first, CONTENT);
	await sendChunk(tools, second, CONTENT);
	expect(await room.target.seen()).toHaveLength(1);
	expect(await attemptsOf(room)).toHaveLength(1);
});
