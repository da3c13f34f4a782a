// Calls about endpoints: an application's, and the organisation's own for operational webhooks.
import assert from "node:assert/strict";
import { newName, type Scene } from "../scene.ts";
import { type Call, type Calls, has, isGone, lists } from "./call.ts";

const KEY = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const HEADERS = { "x-a": "1", authorization: "secret" };

export const endpointCalls: Calls = {
	"endpoint.list": ({ appId, endpointId }) => ({
		args: [appId, { limit: 250, order: "ascending" }],
		after: lists({ id: endpointId }),
	}),
	"endpoint.create": ({ appId, eventType, receiverUrl, svix }) => {
		const uid = newName();
		const types = [eventType];
		const fields = { url: receiverUrl, uid, channels: ["a"], metadata: { a: "1" }, secret: KEY };
		return {
			args: [appId, { ...fields, eventTypes: types, filterTypes: types, headers: { a: "1" } }],
			after: async (result) => {
				has({ uid, disabled: false, channels: ["a"] })(result);
				has({ eventTypes: types })(await svix.endpoint.get(appId, uid));
				has({ key: KEY })(await svix.endpoint.getSecret(appId, uid));
			},
		};
	},
	"endpoint.get": ({ appId, endpointId }) => ({
		args: [appId, endpointId],
		after: has({ id: endpointId }),
	}),
	"endpoint.upsert": ({ appId, endpointId, receiverUrl }) => ({
		args: [appId, endpointId, { url: receiverUrl, description: "Replaced" }],
		after: has({ id: endpointId, description: "Replaced" }),
	}),
	"endpoint.delete": async (scene) => {
		const id = await newEndpoint(scene);
		const { appId, svix } = scene;
		return { args: [appId, id], after: () => isGone(svix.endpoint.get(appId, id)) };
	},
	"endpoint.patch": ({ appId, endpointId, svix }) => ({
		args: [appId, endpointId, { description: "Changed", throttleRate: 50 }],
		after: async () =>
			has({ description: "Changed", throttleRate: 50 })(await svix.endpoint.get(appId, endpointId)),
	}),
	"endpoint.getSecret": ({ appId, endpointId }) => ({
		args: [appId, endpointId],
		after: (result) => assert.match(JSON.stringify(result), /"key":"whsec_/),
	}),
	"endpoint.rotateSecret": ({ appId, endpointId, svix }) => ({
		args: [appId, endpointId, { key: KEY, gracePeriodSeconds: 60 }],
		after: async () => has({ key: KEY })(await svix.endpoint.getSecret(appId, endpointId)),
	}),
	"endpoint.getHeaders": ({ appId, endpointId }) => ({ args: [appId, endpointId] }),
	"endpoint.setHeaders": ({ appId, endpointId, svix }) => ({
		args: [appId, endpointId, { headers: HEADERS }],
		after: async () =>
			assert.deepEqual(await svix.endpoint.getHeaders(appId, endpointId), {
				headers: { "x-a": "1" },
				sensitive: ["authorization"],
			}),
	}),
	"endpoint.patchHeaders": ({ appId, endpointId, svix }) => ({
		args: [appId, endpointId, { headers: { "x-b": "2" } }],
		after: async () =>
			has({ headers: { "x-b": "2" } })(await svix.endpoint.getHeaders(appId, endpointId)),
	}),
	"endpoint.replayMissing": (scene) => task(scene, "endpoint.replay", {}),
	"endpoint.bulkReplay": (scene) =>
		task(scene, "endpoint.bulk-replay", { eventTypes: ["none"], status: 2, statusCodeClass: 500 }),
	"endpoint.recover": (scene) => task(scene, "endpoint.recover", {}),
	"endpoint.getStats": ({ appId, endpointId }) => ({
		args: [appId, endpointId, { since: minutesAgo(60), until: minutesAgo(0) }],
	}),
	"endpoint.sendExample": ({ appId, endpointId, eventType }) => ({
		args: [appId, endpointId, { eventType }],
		after: has({ eventType }),
	}),
};

export const operationalCalls: Calls = {
	"operationalWebhook.endpoint.list": async (scene) => ({
		args: [{ limit: 250 }],
		after: lists({ id: await newOperational(scene) }),
	}),
	"operationalWebhook.endpoint.create": ({ receiverUrl }) => {
		const uid = newName();
		const types = ["endpoint.disabled"];
		return {
			args: [{ url: receiverUrl, uid, eventTypes: types, filterTypes: types }],
			after: has({ uid, disabled: false }),
		};
	},
	"operationalWebhook.endpoint.get": async (scene) => {
		const id = await newOperational(scene);
		return { args: [id], after: has({ id }) };
	},
	"operationalWebhook.endpoint.upsert": async (scene) => {
		const id = await newOperational(scene);
		const fields = { url: scene.receiverUrl, description: "Replaced" };
		return { args: [id, fields], after: has({ id, description: "Replaced" }) };
	},
	"operationalWebhook.endpoint.delete": async (scene) => {
		const id = await newOperational(scene);
		const { endpoint } = scene.svix.operationalWebhook;
		return { args: [id], after: () => isGone(endpoint.get(id)) };
	},
	"operationalWebhook.endpoint.getSecret": async (scene) => ({
		args: [await newOperational(scene)],
	}),
	"operationalWebhook.endpoint.rotateSecret": async (scene) => {
		const id = await newOperational(scene);
		const { endpoint } = scene.svix.operationalWebhook;
		return {
			args: [id, { key: KEY }],
			after: async () => has({ key: KEY })(await endpoint.getSecret(id)),
		};
	},
	"operationalWebhook.endpoint.getHeaders": async (scene) => ({
		args: [await newOperational(scene)],
		after: has({ headers: {}, sensitive: [] }),
	}),
	"operationalWebhook.endpoint.setHeaders": async (scene) => {
		const id = await newOperational(scene);
		const { endpoint } = scene.svix.operationalWebhook;
		return {
			args: [id, { headers: HEADERS }],
			after: async () => has({ sensitive: ["authorization"] })(await endpoint.getHeaders(id)),
		};
	},
};

/** A task that the endpoint gets, and that can then be read. */
async function task(
	{ appId, endpointId, svix }: Scene,
	kind: string,
	fields: object,
): Promise<Call> {
	return {
		args: [appId, endpointId, { since: minutesAgo(60), until: minutesAgo(50), ...fields }],
		after: async (result) => {
			has({ task: kind })(result);
			assert(typeof result === "object" && result !== null && "id" in result);
			has({ task: kind })(await svix.backgroundTask.get(String(result.id)));
		},
	};
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

async function newEndpoint({ appId, receiverUrl, svix }: Scene): Promise<string> {
	return (await svix.endpoint.create(appId, { url: receiverUrl })).id;
}

async function newOperational({ receiverUrl, svix }: Scene): Promise<string> {
	return (await svix.operationalWebhook.endpoint.create({ url: receiverUrl })).id;
}
