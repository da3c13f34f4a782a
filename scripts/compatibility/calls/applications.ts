// Calls about applications, who may act in them, and event types.
import assert from "node:assert/strict";
import { ApiException, Svix } from "svix";
import { newName, type Scene } from "../scene.ts";
import { type Calls, has, isGone, lists } from "./call.ts";

export const applicationCalls: Calls = {
	"application.list": ({ appId }) => ({
		args: [{ limit: 250, order: "descending" }],
		after: lists({ id: appId }),
	}),
	"application.create": () => {
		const uid = newName();
		const fields = { name: "A", uid, metadata: { a: "1" }, throttleRate: 5 };
		return { args: [fields], after: has(fields) };
	},
	"application.getOrCreate": async ({ svix }) => {
		const uid = newName();
		const { id } = await svix.application.create({ name: "A", uid });
		return { args: [{ name: "B", uid }], after: has({ id, name: "A" }) };
	},
	"application.get": ({ appId }) => ({ args: [appId], after: has({ id: appId }) }),
	"application.upsert": ({ appId, svix }) => ({
		args: [appId, { name: "Replaced" }],
		after: async (result) => {
			has({ id: appId, name: "Replaced" })(result);
			has({ name: "Replaced" })(await svix.application.get(appId));
		},
	}),
	"application.delete": async ({ svix }) => {
		const { id } = await svix.application.create({ name: "A" });
		return { args: [id], after: () => isGone(svix.application.get(id)) };
	},
	"application.patch": ({ appId, svix }) => ({
		args: [appId, { metadata: { b: "2" } }],
		after: async () => has({ metadata: { b: "2" } })(await svix.application.get(appId)),
	}),
};

export const authenticationCalls: Calls = {
	"authentication.appPortalAccess": (scene) => ({
		args: [scene.appId, { featureFlags: ["f"], sessionId: "s", capabilities: ["ViewBase"] }],
		after: async (result) => {
			assert(typeof result === "object" && result !== null && "token" in result);
			const browser = as(scene, String(result.token));
			has({ id: scene.appId })(await browser.application.get(scene.appId));
		},
	}),
	"authentication.dashboardAccess": ({ appId }) => ({ args: [appId] }),
	"authentication.logout": async (scene) => {
		const { token } = await scene.svix.authentication.appPortalAccess(scene.appId, {});
		return { token, args: [], after: () => isRefused(as(scene, token), scene.appId) };
	},
	"authentication.expireAll": async (scene) => {
		const { id } = await scene.svix.application.create({ name: "A" });
		const { token } = await scene.svix.authentication.appPortalAccess(id, {});
		return { args: [id, {}], after: () => isRefused(as(scene, token), id) };
	},
};

export const eventTypeCalls: Calls = {
	"eventType.list": ({ eventType }) => ({
		args: [{ limit: 250, withContent: true }],
		after: lists({ name: eventType, schemas: { "1": { type: "object" } } }),
	}),
	"eventType.create": () => {
		const fields = { name: newName(), description: "A", groupName: "g" };
		return {
			args: [{ ...fields, featureFlags: ["f"], featureFlag: "f" }],
			after: has({ ...fields, archived: false, deprecated: false }),
		};
	},
	"eventType.importOpenapi": ({ svix }) => {
		const name = newName();
		const content = { "application/json": { schema: { type: "object" }, example: { n: 1 } } };
		const post = { operationId: name, description: "Imported", requestBody: { content } };
		const spec = {
			openapi: "3.1.0",
			info: { title: "A", version: "1" },
			webhooks: { [name]: { post } },
		};
		return {
			args: [{ spec }],
			after: async () => has({ description: "Imported" })(await svix.eventType.get(name)),
		};
	},
	"eventType.get": ({ eventType }) => ({ args: [eventType], after: has({ name: eventType }) }),
	"eventType.upsert": ({ svix }) => {
		const name = newName();
		return {
			args: [name, { description: "Made" }],
			after: async () => has({ description: "Made" })(await svix.eventType.get(name)),
		};
	},
	"eventType.delete": async ({ svix }) => {
		const name = newName();
		await svix.eventType.create({ name, description: "" });
		return { args: [name, { expunge: true }], after: () => isGone(svix.eventType.get(name)) };
	},
	"eventType.patch": ({ eventType }) => ({
		args: [eventType, { deprecated: true }],
		after: has({ deprecated: true }),
	}),
};

const as = ({ serverUrl }: Scene, token: string) => new Svix(token, { serverUrl });

async function isRefused(svix: Svix, appId: string): Promise<void> {
	await assert.rejects(
		svix.application.get(appId),
		(error) => error instanceof ApiException && error.code === 401,
	);
}
