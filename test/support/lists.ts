// For every list of the API: where it is, and how one more item comes into it.
import { env } from "cloudflare:workers";
import type { AttemptReport } from "../../src/core/delivery.ts";
import { type MessageId, nextSeq, toId } from "../../src/core/ids.ts";
import { routes } from "../../src/http/routes/index.ts";
import { insertTask } from "../../src/store/background-tasks.ts";
import { createDb, writeAll } from "../../src/store/db.ts";
import { type DeadLetter, insertDeadLetter } from "../../src/store/dead-letters.ts";
import { type Api, newApp, newTarget, type Reply, until } from "./api.ts";
import { newCheckedApi } from "./contract.ts";
import { ownerOf } from "./scene.ts";
import { newTaskRow } from "./tasks.ts";

export type List = {
	api: Api;
	path: string;
	/** Adds items; when it ends they are in the list. */
	add(count: number): Promise<void>;
};

type Open = (api: Api) => Promise<{ path: string; add(count: number): Promise<void> }>;

/** Runs `make` for 0 to count-1, a few at a time. */
async function times(count: number, make: (i: number) => Promise<unknown>): Promise<void> {
	for (let i = 0; i < count; i += 20) {
		const some = Array.from({ length: Math.min(20, count - i) }, (_, j) => make(i + j));
		await Promise.all(some);
	}
}

/** Adds by sending messages, and waits until the list has an attempt for each. */
async function attempted(api: Api, path: string, expected: number, send: () => Promise<unknown>) {
	await send();
	await until(
		() => api("GET", `${path}?limit=250&with_content=false`),
		(reply) => reply.body.data.length >= expected,
	);
}

const message = { eventType: "user.created", payload: {} };

const openers: Record<string, Open> = {
	"v1.application.list": async (api) => ({
		path: "/app",
		add: (count) => times(count, (i) => api("POST", "/app", { name: `App ${i}` })),
	}),
	"v1.endpoint.list": async (api) => {
		const path = `/app/${await newApp(api)}/endpoint`;
		return {
			path,
			add: (count) => times(count, () => api("POST", path, { url: newTarget().url })),
		};
	},
	"v1.operational-webhook.endpoint.list": async (api) => {
		const path = "/operational-webhook/endpoint";
		return {
			path,
			add: (count) => times(count, () => api("POST", path, { url: newTarget().url })),
		};
	},
	"v1.event-type.list": async (api) => ({
		path: "/event-type",
		// Half of the names begin with the sign that also marks an iterator that reads backwards.
		add: (count) =>
			times(count, (i) =>
				api("POST", "/event-type", { name: `${i % 2 ? "-" : ""}${crypto.randomUUID()}` }),
			),
	}),
	"v1.background-task.list": async (api) => ({
		path: "/background-task",
		add: async (count) => {
			const tasks = await Promise.all(Array.from({ length: count }, () => newTaskRow(api.key)));
			const db = createDb(env.DB);
			await writeAll(
				db,
				tasks.map((task) => insertTask(db, task)),
			);
		},
	}),
	"v1.operator.list-dead-letters": async () => ({
		path: "/operator/dead-letter",
		add: async (count) => {
			const db = createDb(env.DB);
			const letters = Array.from({ length: count }, () => newDeadLetter());
			await writeAll(
				db,
				letters.map((letter) => insertDeadLetter(db, letter)),
			);
		},
	}),
	"v1.integration.list": async (api) => {
		const path = `/app/${await newApp(api)}/integration`;
		return { path, add: (count) => times(count, () => api("POST", path, { name: "A" })) };
	},
	"v1.api-key.list": async (api) => ({
		path: "/api-key",
		add: (count) => times(count, () => api("POST", "/api-key", { name: "A" })),
	}),
	"v1.operator.list-organisations": async (api) => {
		const path = "/operator/organisation";
		// Each test made some.
		await env.DB.prepare("DELETE FROM organisations").run();
		return { path, add: (count) => times(count, () => api("POST", path, { name: "A" })) };
	},
	"v1.message.list": async (api) => {
		const path = `/app/${await newApp(api)}/msg`;
		return { path, add: (count) => times(count, () => api("POST", path, message)) };
	},
	"v1.message-attempt.list-by-endpoint": async (api) => {
		const app = await newApp(api);
		const { body } = await api("POST", `/app/${app}/endpoint`, { url: newTarget().url });
		const path = `/app/${app}/attempt/endpoint/${body.id}`;
		let total = 0;
		const add = async (count: number) => {
			total += count;
			await attempted(api, path, total, () =>
				times(count, () => api("POST", `/app/${app}/msg`, message)),
			);
		};
		return { path, add };
	},
	"v1.message-attempt.list-attempted-messages": async (api) => {
		const app = await newApp(api);
		const { body } = await api("POST", `/app/${app}/endpoint`, { url: newTarget().url });
		const path = `/app/${app}/endpoint/${body.id}/msg`;
		let total = 0;
		const add = async (count: number) => {
			total += count;
			await attempted(api, `/app/${app}/attempt/endpoint/${body.id}`, total, () =>
				times(count, () => api("POST", `/app/${app}/msg`, message)),
			);
		};
		return { path, add };
	},
	"v1.message-attempt.list-by-msg-older": (api) => attemptsOfMessage(api, () => "attempt"),
	"v1.message-attempt.list-by-msg-and-endpoint-older": (api) =>
		attemptsOfMessage(api, (endpointId) => `endpoint/${endpointId}/attempt`, 1),
	"v1.message-attempt.list-attempted-destinations": async (api) => {
		const app = await newApp(api);
		const { body } = await api("POST", `/app/${app}/msg`, message);
		const endpoint = () => api("POST", `/app/${app}/endpoint`, { url: newTarget().url });
		// Endpoints that came after the message are in the list, too.
		return { path: `/app/${app}/msg/${body.id}/endpoint`, add: (count) => times(count, endpoint) };
	},
	"v1.message-attempt.list-by-msg": (api) => attemptsOfMessage(api, null),
};

/** Attempts of a message on some endpoints. @param older the end of one of the older paths */
async function attemptsOfMessage(
	api: Api,
	older: ((endpointId: string) => string) | null,
	count = 3,
): ReturnType<Open> {
	const app = await newApp(api);
	const endpoint = () => api("POST", `/app/${app}/endpoint`, { url: newTarget().url });
	const endpoints = await Promise.all(Array.from({ length: count }, endpoint));
	const { body } = await api("POST", `/app/${app}/msg`, message);
	const first = endpoints[0]?.body.id;
	const path =
		older === null
			? `/app/${app}/attempt/msg/${body.id}`
			: `/app/${app}/msg/${body.id}/${older(first)}`;
	await attempted(api, path, endpoints.length, () => Promise.resolve());
	// Further attempts come minutes later: the lanes are told of them, all at the same moment.
	const add = async (more: number) => {
		const reports = Array.from({ length: more }, (_, i) => reportOf(body.id, i + 2));
		await Promise.all(
			endpoints.map((reply, i) =>
				env.ENDPOINT_LANE.getByName(reply.body.id).report(
					reports.filter((_, j) => j % endpoints.length === i),
				),
			),
		);
	};
	return { path, add };
}

let lastSeq = 0;

function newDeadLetter(): DeadLetter {
	lastSeq = nextSeq(lastSeq, Date.now());
	const random = crypto.getRandomValues(new Uint8Array(16));
	return {
		id: toId("dead", lastSeq, random),
		applicationId: toId("app", lastSeq, random),
		messageId: toId("msg", lastSeq, random),
		endpointIds: [toId("ep", lastSeq, random)],
		createdAt: Date.now(),
	};
}

function reportOf(messageId: MessageId, number: number): AttemptReport {
	const task = { messageId, eventType: "user.created", channels: null, tags: null, number };
	const outcome = { failure: null, status: 200, response: "", responseHeaders: [], durationMs: 1 };
	return {
		task: { ...task, trigger: "scheduled" },
		url: "https://example.com/",
		outcome: { ...outcome, startedAt: Date.now() },
	};
}

/** Operation ids of all routes that answer with a list. */
export const LISTS = routes.map((spec) => spec.operationId).filter((id) => /\.list(-|$)/.test(id));

export async function openList(operationId: string): Promise<List> {
	const open = openers[operationId];
	if (open === undefined) throw new Error(`write how ${operationId} is filled`);
	const api = await newCheckedApi(ownerOf(operationId));
	return { api, ...(await open(api)) };
}

export const keysOf = (reply: Reply): string[] =>
	reply.body.data.map((item: { id?: string; name?: string }) => item.id ?? item.name);
