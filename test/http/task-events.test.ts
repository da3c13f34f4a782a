// The end of a background task is told to whoever listens, with how it ended, whatever became of the endpoint.
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { newListener } from "../support/operational.ts";

/** A replay of one message to an endpoint that is paused: it does not end by itself. */
async function newRunning() {
	const listener = await newListener({ filterTypes: ["background_task.finished"] });
	const { api } = listener;
	const app = `/app/${await newApp(api)}`;
	const target = newTarget();
	const { body } = await api("POST", `${app}/endpoint`, { url: target.url });
	const endpoint = `${app}/endpoint/${body.id}`;
	await api("POST", `${app}/msg`, { eventType: "user.created", payload: {} });
	await until(
		async () => (await api("GET", `${app}/attempt/endpoint/${body.id}`)).body.data,
		(all) => all.length === 1,
	);
	await api("POST", `${endpoint}/pause`);
	const since = new Date(Date.now() - 60_000).toISOString();
	const task = (await api("POST", `${endpoint}/bulk-replay`, { since })).body;
	const running = async () => (await api("GET", `/background-task/${task.id}`)).body;
	await until(running, ({ data }) => data.state === "running" && data.total === 1);
	return { ...listener, app, endpoint, taskId: task.id as string, running };
}

type Running = Awaited<ReturnType<typeof newRunning>>;

test.each<[string, (running: Running) => Promise<unknown>, string, string, number]>([
	["ends", ({ api, endpoint }) => api("POST", `${endpoint}/resume`), "finished", "finished", 1],
	[
		"is cancelled",
		({ api, taskId }) => api("POST", `/background-task/${taskId}/cancel`),
		"finished",
		"cancelled",
		0,
	],
	["loses its endpoint", ({ api, endpoint }) => api("DELETE", endpoint), "failed", "failed", 0],
	["loses its application", ({ api, app }) => api("DELETE", app), "failed", "failed", 0],
])("a task that %s is told of with its end", async (_name, end, status, state, done) => {
	const room = await newRunning();
	await end(room);
	const [event] = await room.heard(1);
	expect(event).toMatchObject({
		type: "background_task.finished",
		data: { taskId: room.taskId, task: "endpoint.bulk-replay", status, data: { state, done } },
	});
	const { status: statusNow, data } = await room.running();
	expect([statusNow, data.state]).toEqual([status, state]);
});
