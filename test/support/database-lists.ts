// Lists that are kept in the database: where each is, and how one more item comes into it.
import { env } from "cloudflare:workers";
import { type ApplicationId, nextSeq, toId } from "../../src/core/ids.ts";
import { FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { insertTask } from "../../src/store/background-tasks.ts";
import { createDb, writeAll } from "../../src/store/db.ts";
import { type DeadLetter, insertDeadLetter } from "../../src/store/dead-letters.ts";
import { newApp, newTarget } from "./api.ts";
import { addDomain } from "./domains.ts";
import type { Open } from "./lists.ts";
import { times } from "./some-at-a-time.ts";
import { newTaskRow } from "./tasks.ts";

export const databaseLists: Record<string, Open> = {
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
	"v1.endpoint.list-overviews": async (api) => {
		const app = `/app/${await newApp(api)}`;
		return {
			path: `${app}/endpoint-overview`,
			add: (count) => times(count, () => api("POST", `${app}/endpoint`, { url: newTarget().url })),
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
	"v1.background-task.list-by-app": async (api) => {
		const app = await newApp(api);
		return {
			path: `/app/${app}/background-task`,
			add: async (count) => {
				const tasks = await Promise.all(Array.from({ length: count }, () => newTaskRow(api.key)));
				const db = createDb(env.DB);
				await writeAll(
					db,
					// safe because the API made it
					tasks.map((task) => insertTask(db, { ...task, applicationId: app as ApplicationId })),
				);
			},
		};
	},
	"v1.operator.list-dead-letters": async () => {
		// Other tests left some.
		await env.DB.prepare("DELETE FROM dead_letters").run();
		return {
			path: "/operator/dead-letter",
			add: async (count) => {
				const db = createDb(env.DB);
				const letters = Array.from({ length: count }, () => newDeadLetter());
				await writeAll(
					db,
					letters.map((letter) => insertDeadLetter(db, letter)),
				);
			},
		};
	},
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
	"v1.environment.domain.list": async (api) => {
		const { orgId } = (await api("GET", "/auth/whoami")).body;
		return { path: "/environment/domain", add: (count) => inTurn(count, () => addDomain(orgId)) };
	},
	"v1.operator.list-domains": async () => {
		// Each test made some.
		await env.DB.prepare("DELETE FROM domains").run();
		const add = (count: number) => inTurn(count, () => addDomain(FIRST_ORGANISATION));
		return { path: "/operator/domain", add };
	},
	"v1.message-attempt.list-attempted-destinations": async (api) => {
		const app = await newApp(api);
		const { body } = await api("POST", `/app/${app}/msg`, { eventType: "a", payload: {} });
		const endpoint = () => api("POST", `/app/${app}/endpoint`, { url: newTarget().url });
		// Endpoints that came after the message are in the list, too.
		return { path: `/app/${app}/msg/${body.id}/endpoint`, add: (count) => times(count, endpoint) };
	},
};

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

/** One after the other, so that their ids follow each other. */
async function inTurn(count: number, make: () => Promise<unknown>): Promise<void> {
	for (let i = 0; i < count; i++) await make();
}
