// What is read out of several lanes while one of them fails or never answers.
import { expect, test } from "vitest";
import type { EndpointId, TaskId } from "../../src/core/ids.ts";
import { toServiceContext } from "../../src/http/context.ts";
import type { LaneRpc } from "../../src/platform/lane-client.ts";
import { getAttempt, listAttemptsByMessage } from "../../src/services/attempts.ts";
import type { ServiceContext } from "../../src/services/context.ts";
import { getTask, listTasks } from "../../src/services/tasks.ts";
import { until } from "../support/api.ts";
import { newRoom as newDelivery, tools } from "../support/delivery.ts";
import { postOne } from "../support/engine.ts";

/** Each silent answer is waited for. */
const TIMEOUT_MS = 30_000;
const PAGE = { limit: 50, iterator: null };
const EVERY = {
	...{ ...PAGE, messageId: null, succeeded: null, statusClass: null, channel: null },
	...{ tag: null, eventTypes: null, after: null, before: null },
};
const NEWEST = { ...PAGE, order: "descending", status: null, type: null } as const;

const HOWS: [string, () => Promise<never>][] = [
	["fails", () => Promise.reject(new Error("the lane is away"))],
	["never answers", () => new Promise(() => {})],
];

/** Three endpoints, and a way to see them while the lanes of some are silent. */
async function newRoom(how: () => Promise<never>) {
	const first = await newDelivery();
	const others = [await first.addEndpoint("", {}), await first.addEndpoint("", {})];
	const { orgId: organisationId } = (await first.api("GET", "/auth/whoami")).body;
	const caller = { organisationId, onlyApplicationId: null, featureFlags: null };
	const ctx = toServiceContext(tools, caller, "http://edgehook.test/", (work) => void work);
	// safe because every method of it can be called
	const silent = new Proxy({}, { get: () => how }) as LaneRpc;
	const without = (...ids: EndpointId[]): ServiceContext => ({
		...ctx,
		lanes: { of: (id) => (ids.includes(id) ? silent : ctx.lanes.of(id)) },
	});
	return { ...first, ids: [first, ...others].map(({ endpointId }) => endpointId), without };
}

async function newAttempts(how: () => Promise<never>) {
	const room = await newRoom(how);
	const messageId = await postOne(room);
	const { data } = await until(
		() => listAttemptsByMessage(room.without(), room.applicationId, messageId, null, EVERY),
		(list) => list.data.length === 3,
	);
	const list = (ctx: ServiceContext, iterator: string | null = null) =>
		listAttemptsByMessage(ctx, room.applicationId, messageId, null, { ...EVERY, iterator });
	const find = (ctx: ServiceContext, id = "") => getAttempt(ctx, room.applicationId, messageId, id);
	return { ...room, data, list, find };
}

test.each(HOWS)(
	"while a lane %s, a message's other attempts are there, and its own ones at the end",
	async (_how, how) => {
		const { ids, without, data, list } = await newAttempts(how);
		const [away = "ep_"] = ids;
		const isAway = (one: { endpointId: EndpointId }) => one.endpointId === away;
		const page = await list(without(away));
		expect(page.data).toEqual(data.filter((one) => !isAway(one)));
		expect(page.done).toBe(false);
		await expect(list(without(away), page.iterator)).rejects.toThrow("silent");
		const rest = await list(without(), page.iterator);
		expect(rest.data).toEqual(data.filter(isAway));
		expect(rest.done).toBe(true);
		await expect(list(without(...ids))).rejects.toThrow("silent");
	},
	TIMEOUT_MS,
);

test.each(HOWS)(
	"while a lane %s, an attempt is found where it is, or not denied",
	async (_how, how) => {
		const { ids, without, data, find } = await newAttempts(how);
		const [away = "ep_"] = ids;
		const mine = data.find(({ endpointId }) => endpointId === away);
		const other = data.find(({ endpointId }) => endpointId !== away);
		expect(await find(without(away), other?.id)).toEqual(other);
		await expect(find(without(away), mine?.id)).rejects.toThrow("silent");
		await expect(find(without(), "atmpt_000000000000000000000000000")).rejects.toThrow("not found");
	},
	TIMEOUT_MS,
);

test.each(HOWS)(
	"while a lane %s, its tasks are shown as they are stored",
	async (_how, how) => {
		const room = await newAttempts(how);
		const start = async (id: EndpointId): Promise<TaskId> => {
			const path = `/app/${room.applicationId}/endpoint/${id}`;
			await room.api("POST", `${path}/pause`);
			const since = new Date(Date.now() - 60_000).toISOString();
			return (await room.api("POST", `${path}/bulk-replay`, { since })).body.id;
		};
		const [away = "ep_", near = "ep_"] = room.ids;
		const tasks = { away: await start(away), near: await start(near) };
		await until(
			() => getTask(room.without(), null, tasks.near),
			({ data }) => data.state === "running",
		);
		const list = await listTasks(room.without(away), null, NEWEST);
		expect(list.data).toMatchObject([
			{ id: tasks.near, data: { state: "running", total: 1 } },
			{ id: tasks.away, data: { state: "counting", total: 0 } },
		]);
		const stored = await getTask(room.without(away), null, tasks.away);
		expect(stored).toMatchObject({ id: tasks.away, status: "running" });
	},
	TIMEOUT_MS,
);
