// One meaning of a status: what the lists show of a message is what selects it for a bulk replay.
import { afterEach, expect, test, vi } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { newCheckedApi } from "../support/contract.ts";
import { finished } from "../support/tasks.ts";

afterEach(() => {
	vi.useRealTimers();
});

const STATUSES = [0, 1, 2, 3, 4];

/** An application with one endpoint, and how its only message stands there by each way to ask. */
async function newRoom(query = "", fields: object = {}) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget(query);
	const { body } = await api("POST", `${app}/endpoint`, { url: target.url, ...fields });
	const endpoint = `${app}/endpoint/${body.id}`;
	const since = new Date(Date.now() - 60_000).toISOString();
	const send = async (more: object = {}): Promise<string> =>
		(await api("POST", `${app}/msg`, { eventType: "a", payload: {}, ...more })).body.id;
	const change = async (change: object) => {
		const { status } = await api("PATCH", endpoint, change);
		expect(status).toBe(200);
	};
	const standing = async (id: string) =>
		(await api("GET", `${app}/msg/${id}/endpoint`)).body.data[0];
	const reaches = (id: string, state: string) =>
		until(
			() => standing(id),
			(one) => one.standing.state === state,
		);
	/** By the endpoint's list, which has only what its lane knows. */
	const listedBy = async (status: number): Promise<number> => {
		const query = `status=${status}&expanded_statuses=true`;
		return (await api("GET", `${endpoint}/msg?${query}`)).body.data.length;
	};
	const countedBy = async (status: number): Promise<number> => {
		const question = { kind: "bulk-replay", since, status };
		return (await api("POST", `${endpoint}/replay-count`, question)).body.count;
	};
	const by = async (find: (status: number) => Promise<number>) => {
		const found = await Promise.all(STATUSES.map(find));
		return STATUSES.filter((status) => found[status] === 1);
	};
	return {
		...{ api, endpoint, target, since, send, change, standing, reaches },
		listed: () => by(listedBy),
		counted: () => by(countedBy),
	};
}

type Room = Awaited<ReturnType<typeof newRoom>>;

/** Each brings one message to stand somehow, and answers its id. */
const CASES: Record<
	string,
	{ make: () => Promise<[Room, string]>; status: number; isKnown: boolean }
> = {
	delivered: {
		status: 0,
		isKnown: true,
		async make() {
			const room = await newRoom();
			const id = await room.send();
			await room.reaches(id, "delivered");
			return [room, id];
		},
	},
	"refused for good": {
		status: 2,
		isKnown: true,
		async make() {
			const room = await newRoom("?status=500&header=webhook-delivery:abort-message");
			const id = await room.send();
			await room.reaches(id, "exhausted");
			return [room, id];
		},
	},
	"waiting for its retry": {
		status: 3,
		isKnown: true,
		async make() {
			const room = await newRoom("?status=500");
			const id = await room.send();
			await room.reaches(id, "failing");
			return [room, id];
		},
	},
	"under way": {
		status: 3,
		isKnown: true,
		async make() {
			const room = await newRoom("?delay_ms=3000");
			const id = await room.send();
			await room.reaches(id, "sending");
			return [room, id];
		},
	},
	"cancelled before its first attempt": {
		status: 4,
		isKnown: true,
		async make() {
			const room = await newRoom();
			await room.api("POST", `${room.endpoint}/pause`);
			const id = await room.send();
			await room.reaches(id, "paused");
			await room.api("POST", `${room.endpoint}/cancel`);
			await room.api("POST", `${room.endpoint}/resume`);
			await room.reaches(id, "cancelled");
			return [room, id];
		},
	},
	"cancelled after an attempt": {
		status: 4,
		isKnown: true,
		async make() {
			const room = await newRoom("?status=500");
			const id = await room.send();
			await room.reaches(id, "failing");
			await room.api("POST", `${room.endpoint}/cancel`);
			await room.reaches(id, "cancelled");
			return [room, id];
		},
	},
	"missed while the endpoint was disabled": {
		status: 4,
		isKnown: false,
		async make() {
			const room = await newRoom("", { disabled: true });
			const id = await room.send();
			await room.change({ disabled: false });
			return [room, id];
		},
	},
};

test.each(Object.entries(CASES))(
	"what is %s is shown and selected by the same status",
	async (_name, { make, status, isKnown }) => {
		const [room, id] = await make();
		expect(await room.standing(id)).toMatchObject({ status });
		expect(await room.listed()).toEqual(isKnown ? [status] : []);
		expect(await room.counted()).toEqual([status]);
	},
);

test("what is wanted only since the endpoint changed was never to be sent: no status selects it", async () => {
	const room = await newRoom("", { channels: ["x"] });
	const id = await room.send();
	await room.change({ channels: null });
	expect(await room.standing(id)).toMatchObject({ standing: { state: "filtered_out" } });
	expect(await room.counted()).toEqual([]);
});

test("what waits for its turn is shown as pending, and is sent without being selected", async () => {
	const room = await newRoom();
	await room.api("POST", `${room.endpoint}/pause`);
	const id = await room.send();
	await room.reaches(id, "paused");
	expect(await room.standing(id)).toMatchObject({ status: 1 });
	expect(await room.listed()).toEqual([1]);
	expect(await room.counted()).toEqual([]);
});

test("a success counts for good, also while the message waits to be sent once more", async () => {
	const room = await newRoom("?status=200,500");
	const id = await room.send();
	await room.reaches(id, "delivered");
	await room.api("POST", `${room.endpoint.replace("/endpoint/", `/msg/${id}/endpoint/`)}/resend`);
	await until(room.target.seen, (all) => all.length === 2);
	expect(await room.listed()).toEqual([0]);
	await until(room.counted, (statuses) => statuses.length > 0);
	expect(await room.counted()).toEqual([0]);
});

test("what came while the endpoint was disabled arrives by the status that it is shown with", async () => {
	const room = await newRoom("", { disabled: true });
	const id = await room.send();
	expect(await room.standing(id)).toMatchObject({ status: 4, standing: { missed: true } });
	await room.change({ disabled: false });
	const question = { since: room.since, status: 4 };
	const { body } = await room.api("POST", `${room.endpoint}/bulk-replay`, question);
	expect((await finished(room.api, body.id)).data).toMatchObject({ total: 1, done: 1 });
	expect(await room.target.seen()).toMatchObject([{ headers: { "webhook-id": id } }]);
});
