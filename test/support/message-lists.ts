// Lists of messages and attempts: where each is, and how one more item comes into it.
import { env } from "cloudflare:workers";
import type { AttemptReport } from "../../src/core/delivery.ts";
import type { MessageId } from "../../src/core/ids.ts";
import { type Api, newApp, newTarget, until } from "./api.ts";
import type { Open } from "./lists.ts";
import { times } from "./some-at-a-time.ts";

export const messageLists: Record<string, Open> = {
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
	"v1.message-attempt.list-by-msg": (api) => attemptsOfMessage(api, null),
};

const message = { eventType: "user.created", payload: {} };

/** Adds by sending messages, and waits until the list has an attempt for each. */
async function attempted(api: Api, path: string, expected: number, send: () => Promise<unknown>) {
	await send();
	await until(
		() => api("GET", `${path}?limit=250&with_content=false`),
		(reply) => reply.body.data.length >= expected,
	);
}

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

export function reportOf(messageId: MessageId, number: number): AttemptReport {
	const task = { messageId, eventType: "user.created", channels: null, tags: null, number };
	const outcome = { failure: null, status: 200, response: "", responseHeaders: [], durationMs: 1 };
	return {
		task: { ...task, trigger: "scheduled" },
		startAt: Date.now(),
		url: "https://example.com/",
		outcome: { ...outcome, startedAt: Date.now() },
	};
}
