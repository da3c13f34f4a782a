// For every list of the API: where it is, and how one more item comes into it.
import { env } from "cloudflare:workers";
import type { AttemptReport } from "../../src/core/delivery.ts";
import type { MessageId } from "../../src/core/ids.ts";
import { routes } from "../../src/http/routes/index.ts";
import { type Api, newApp, newTarget, type Reply, until } from "./api.ts";
import { newCheckedApi } from "./contract.ts";

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
	"v1.event-type.list": async (api) => ({
		path: "/event-type",
		// Half of the names begin with the sign that also marks an iterator that reads backwards.
		add: (count) =>
			times(count, (i) =>
				api("POST", "/event-type", { name: `${i % 2 ? "-" : ""}${crypto.randomUUID()}` }),
			),
	}),
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
	"v1.message-attempt.list-by-msg": async (api) => {
		const app = await newApp(api);
		const endpoint = () => api("POST", `/app/${app}/endpoint`, { url: newTarget().url });
		const endpoints = await Promise.all([endpoint(), endpoint(), endpoint()]);
		const { body } = await api("POST", `/app/${app}/msg`, message);
		const path = `/app/${app}/attempt/msg/${body.id}`;
		await attempted(api, path, endpoints.length, () => Promise.resolve());
		// Further attempts come minutes later: the lanes are told of them, all at the same moment.
		const add = async (count: number) => {
			const reports = Array.from({ length: count }, (_, i) => reportOf(body.id, i + 2));
			await Promise.all(
				endpoints.map((reply, i) =>
					env.ENDPOINT_LANE.getByName(reply.body.id).report(
						reports.filter((_, j) => j % endpoints.length === i),
					),
				),
			);
		};
		return { path, add };
	},
};

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
	const api = await newCheckedApi();
	return { api, ...(await open(api)) };
}

export const keysOf = (reply: Reply): string[] =>
	reply.body.data.map((item: { id?: string; name?: string }) => item.id ?? item.name);
