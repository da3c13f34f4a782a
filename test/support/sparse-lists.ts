// For every list with a filter: queries that nothing fits, and queries that one item of it fits, the last of all.
import { env } from "cloudflare:workers";
import { until } from "./api.ts";
import type { List } from "./lists.ts";
import { partOf } from "./many.ts";
import { reportOf } from "./message-lists.ts";

export type Sparse = {
	none: string[];
	one: string[];
	/** A key that comes after everything. */
	beyond: string;
	/** Makes the one item that fits, then one that does not; answers the first one's key. */
	make(list: List): Promise<string>;
};

const rare = {
	...{ eventType: "rare", channels: ["rare"], tags: ["rare"] },
	payload: {},
};
const subjects = {
	none: ["event_types=nothing", "channel=nothing&tag=rare"],
	one: ["event_types=rare", "channel=rare", "tag=rare"],
};
const lowest = (prefix: string) => `${prefix}_${"0".repeat(27)}`;

const attempted = ({ api }: List, path: string, count: number) =>
	until(
		() => api("GET", path),
		({ body }) => body.data.length === count,
	);

/** Sends the rare message, then another one, to the endpoint of a list. */
async function sendRare(list: List): Promise<{ messageId: string; attemptId: string }> {
	const app = `/app/${partOf(list.path, "app")}`;
	const attempts = `${app}/attempt/endpoint/${partOf(list.path, "endpoint")}`;
	const { body } = await list.api("POST", `${app}/msg`, rare);
	const first = await attempted(list, attempts, 1);
	await list.add(1);
	await attempted(list, attempts, 2);
	return { messageId: body.id, attemptId: first.body.data[0].id };
}

/** A rare attempt of the list's message at one of its endpoints, then others at all of them. */
const ofMessage: Sparse = {
	none: ["status=2", "status_code_class=500", "tag=nothing"],
	one: ["channel=rare"],
	beyond: lowest("atmpt"),
	async make(list) {
		const messageId = partOf(list.path, "msg");
		const { body } = await list.api("GET", `/app/${partOf(list.path, "app")}/endpoint`);
		const named = partOf(list.path, "endpoint");
		const report = reportOf(messageId as `msg_${string}`, 2); // safe because the API made it
		const task = { ...report.task, channels: ["rare"] };
		const lane = env.ENDPOINT_LANE.getByName(named === "" ? body.data[0].id : named);
		await lane.report([{ ...report, task }]);
		const found = await list.api("GET", `${list.path}?channel=rare`);
		await list.add(body.data.length);
		// A list writes down what a lane was told.
		await list.api("GET", list.path);
		return found.body.data[0].id;
	},
};

/** Ids as a test gives them to rows, next to the end of a list; no two calls make the same. */
let made = 0;
const nextLowest = (prefix: string) => `${prefix}_${String(++made).padStart(27, "0").slice(-27)}`;

const tasks: Sparse = {
	none: ["status=running", "task=endpoint.bulk-replay"],
	one: ["status=failed", "task=endpoint.replay"],
	beyond: lowest("qtask"),
	async make(list) {
		await list.add(1);
		const { body } = await list.api("GET", list.path);
		const id = nextLowest("qtask");
		const change = "UPDATE background_tasks SET id = ?, status = 'failed', type = ? WHERE id = ?";
		await env.DB.prepare(change).bind(id, "endpoint.replay", body.data[0].id).run();
		await list.add(1);
		return id;
	},
};

export const SPARSE: Record<string, Sparse> = {
	"v1.application.list": {
		none: [],
		one: ["exclude_apps_with_no_endpoints=true"],
		beyond: `app_${"z".repeat(27)}`,
		async make(list) {
			const { body } = await list.api("POST", "/app", { name: "Rare" });
			await list.api("POST", `/app/${body.id}/endpoint`, { url: "https://example.com/" });
			const id = `app_${"z".repeat(26)}y`;
			await env.DB.batch([
				env.DB.prepare("UPDATE applications SET id = ? WHERE id = ?").bind(id, body.id),
				env.DB.prepare("UPDATE endpoints SET application_id = ? WHERE application_id = ?").bind(
					...[id, body.id],
				),
			]);
			await list.add(1);
			return id;
		},
	},
	"v1.endpoint.list-overviews": {
		none: ["search=nothing", "status=disabled"],
		one: ["search=needle", "status=paused"],
		beyond: lowest("ep"),
		async make(list) {
			const endpoint = { url: "https://example.com/", description: "The needle", paused: true };
			const path = `/app/${partOf(list.path, "app")}/endpoint`;
			const { body } = await list.api("POST", path, endpoint);
			const id = nextLowest("ep");
			await env.DB.prepare("UPDATE endpoints SET id = ? WHERE id = ?").bind(id, body.id).run();
			await list.add(1);
			return id;
		},
	},
	"v1.event-type.list": {
		none: [],
		// Archived ones are left out unless they are asked for.
		one: [""],
		beyond: "zzzz",
		async make({ api, path }) {
			await api("POST", path, { name: "zzz", description: "" });
			// The newest one is what the list is filled with.
			await new Promise((resolve) => setTimeout(resolve, 10));
			await api("POST", path, { name: "old", description: "", archived: true });
			return "zzz";
		},
	},
	"v1.background-task.list": tasks,
	"v1.background-task.list-by-app": tasks,
	"v1.message.list": {
		...subjects,
		beyond: lowest("msg"),
		async make(list) {
			const { body } = await list.api("POST", list.path, rare);
			await list.add(1);
			return body.id;
		},
	},
	"v1.message-attempt.list-by-endpoint": {
		none: [...subjects.none, "status=2", "status_code_class=500"],
		one: subjects.one,
		beyond: lowest("atmpt"),
		make: async (list) => (await sendRare(list)).attemptId,
	},
	"v1.message-attempt.list-attempted-messages": {
		none: [...subjects.none, "status=2"],
		one: subjects.one,
		beyond: lowest("msg"),
		make: async (list) => (await sendRare(list)).messageId,
	},
	"v1.message-attempt.list-by-msg": ofMessage,
	"v1.message-attempt.list-by-msg-older": ofMessage,
	"v1.message-attempt.list-by-msg-and-endpoint-older": ofMessage,
};
