// Where a message is, and why: told for each endpoint in every state, by its lane, and by what was counted.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Installation, type Json } from "../support/journey.ts";
import { waitFor } from "../support/local-server.ts";

const installation = new Installation({ RETRY_SCHEDULE_SECONDS: "0,2" });
beforeAll(() => installation.start());
afterAll(() => installation.stop());

const ENDPOINTS = 300;

test("one message stands in nine ways at nine endpoints, each says why, and what was counted agrees", async () => {
	const acme = await installation.customer("acme");
	await acme.svix.eventType.create({ name: "user.created", description: "New" });
	await Promise.all([
		acme.endpoint("fine"),
		acme.endpoint("narrow", "", { throttleRate: 1 }),
		acme.endpoint("broken", "?status=500"),
		acme.endpoint("slow", "?delay_ms=2500"),
		acme.endpoint("off", "", { disabled: true }),
		acme.endpoint("paused"),
		acme.endpoint("dropped"),
		acme.endpoint("other-type", "", { eventTypes: ["user.created"] }),
		acme.endpoint("other-channel", "", { channels: ["berlin"] }),
	]);
	await Promise.all(
		["paused", "dropped"].map((uid) => acme.call("POST", `/endpoint/${uid}/pause`)),
	);
	const before = await acme.sendMany(3);
	const sentAt = Date.now();
	const message = await acme.send("invoice.paid");
	await acme.call("POST", `/msg/${message}/endpoint/dropped/cancel`);

	const expected: [string, object, RegExp][] = [
		[
			"fine",
			{ state: "delivered", statusText: "success" },
			/^Delivered at .*Z: the server answered 200 after \d+ m?s\.$/,
		],
		[
			"narrow",
			{ state: "waiting", statusText: "pending", attempts: 0 },
			/^Waiting behind [12] messages?; expected at .*Z \(limit 1 per second\)\.$/,
		],
		[
			"broken",
			{ state: "failing", statusText: "sending", attempts: 2 },
			/^Attempt 2 of 3 failed: the server answered 500 after \d+ m?s\. Next attempt at .*Z\.$/,
		],
		[
			"slow",
			{ state: "sending", statusText: "sending", attempts: 0 },
			/^The first attempt is under way\.$/,
		],
		[
			"off",
			{ state: "disabled", statusText: "canceled" },
			/^Not sent: the endpoint was disabled when the message came\./,
		],
		[
			"paused",
			{ state: "paused", statusText: "pending" },
			/^The endpoint is paused: the message waits until it is resumed\.$/,
		],
		[
			"dropped",
			{ state: "cancelled", statusText: "canceled" },
			/^Cancelled at .*Z before it was sent\.$/,
		],
		[
			"other-type",
			{ state: "filtered_out", filteredBy: "event_type" },
			/only user\.created, and this is invoice\.paid\.$/,
		],
		[
			"other-channel",
			{ state: "filtered_out", filteredBy: "channel" },
			/only berlin, and the message has no channel\.$/,
		],
	];
	await waitFor("two attempts have failed", async () => {
		const { state, attempts } = await acme.standing(message, "broken");
		return state === "failing" && attempts === 2;
	});
	const [standings, broken] = await Promise.all([acme.standings(message), acme.lane("broken")]);
	expect(Object.keys(standings).sort()).toEqual(expected.map(([uid]) => uid).sort());
	for (const [uid, fields, reason] of expected) {
		expect({ uid, ...standings[uid] }).toMatchObject({ uid, ...fields });
		expect(standings[uid].reason).toMatch(reason);
	}
	expect(broken).toMatchObject({ waiting: 0, inFlight: 0 });
	expect(broken.retrying).toBeGreaterThan(0);
	expect(Date.parse(broken.failingSince)).toBeLessThan(Date.now());
	// The client library knows the part of it that all senders have.
	const known = (await acme.svix.messageAttempt.listAttemptedDestinations("acme", message)).data;
	expect(known.find(({ uid }) => uid === "broken")?.nextAttempt).toBeInstanceOf(Date);
	expect(await acme.lane("narrow")).toMatchObject({ throttleRate: 1, currentRate: 1 });
	const paused = await acme.lane("paused");
	expect(paused).toMatchObject({ paused: true, waiting: 4, inFlight: 0, retrying: 0 });
	expect(Date.parse(paused.oldestWaitingAt)).toBeLessThan(sentAt);

	// And on: the states that follow.
	await acme.call("POST", "/endpoint/paused/resume");
	await acme.stands(message, "paused", "delivered");
	await acme.stands(message, "slow", "delivered");
	await acme.stands(message, "broken", "exhausted");
	await acme.stands(message, "narrow", "delivered");
	expect(acme.ids("narrow")).toEqual([...before, message]);

	const stats = async (uid: string) => acme.svix.endpoint.getStats("acme", uid);
	const none = { success: 0, pending: 0, sending: 0, fail: 0, canceled: 0 };
	expect(await stats("fine")).toEqual({ ...none, success: 4 });
	expect(await stats("narrow")).toEqual({ ...none, success: 4 });
	expect(await stats("broken")).toEqual({ ...none, fail: 12 });
	expect(await stats("dropped")).toEqual({ ...none, pending: 3, canceled: 1 });
	expect(await stats("off")).toEqual(none);
	const sum = (counts: Json[]) => counts.reduce((all, { fail }) => all + fail, 0);
	const lane = await acme.lane("broken");
	expect([sum(lane.minutes), sum(lane.hours)]).toEqual([12, 12]);
	expect(lane).toMatchObject({ waiting: 0, retrying: 0, inFlight: 0 });
	// What waits for an endpoint that is deleted is not forgotten.
	const { id } = await acme.svix.endpoint.get("acme", "dropped");
	await acme.svix.endpoint.delete("acme", "dropped");
	const { reason } = await acme.stands(before[0] ?? "", id, "gone");
	expect(reason).toMatch(/^Not delivered: the endpoint was deleted at .*Z\.$/);
});

test("one message goes to 300 endpoints, each once, and each is accounted for", async () => {
	const large = await installation.customer("large");
	const uids = Array.from({ length: ENDPOINTS }, (_, i) => `e${i}`);
	const left = uids.values();
	const create = async () => {
		for (const uid of left) await large.endpoint(uid);
	};
	await Promise.all(Array.from({ length: 10 }, create));
	const message = await large.send();
	const acceptedAt = Date.now();
	const arrived = () => uids.filter((uid) => large.seen(uid).length > 0);
	await waitFor("all", () => arrived().length === ENDPOINTS, 20_000).catch((error: Error) => {
		throw new Error(`${error.message}: only ${arrived().length}`);
	});
	const times = uids.map((uid) => large.seen(uid)[0]?.at ?? 0).sort((a, b) => a - b);
	const [first = 0, last = 0] = [times[0], times.at(-1)];
	console.info(
		`${ENDPOINTS} endpoints: ${first - acceptedAt} to ${last - acceptedAt} ms after the 202`,
	);

	const standings = async () => {
		const page = await large.call("GET", `/msg/${message}/endpoint?limit=250`);
		const next = `/msg/${message}/endpoint?limit=250&iterator=${page.iterator}`;
		return [...page.data, ...(await large.call("GET", next)).data];
	};
	await waitFor("all are accounted for", async () => {
		const all = await standings();
		expect(all).toHaveLength(ENDPOINTS);
		return all.every(({ standing }: Json) => standing.state === "delivered");
	});
	for (const uid of uids) expect(large.ids(uid)).toEqual([message]);
});
