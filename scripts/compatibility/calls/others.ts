// Calls about integrations, background tasks, the environment, statistics and health.
import assert from "node:assert/strict";
import { newName, type Scene } from "../scene.ts";
import { type Calls, has, isGone, lists } from "./call.ts";

export const otherCalls: Calls = {
	"integration.list": async (scene) => ({
		args: [scene.appId, { limit: 250, order: "descending" }],
		after: lists({ id: await newIntegration(scene) }),
	}),
	"integration.create": ({ appId }) => ({
		args: [appId, { name: "A", featureFlags: ["f"] }],
		after: has({ name: "A", featureFlags: ["f"] }),
	}),
	"integration.get": async (scene) => {
		const id = await newIntegration(scene);
		return { args: [scene.appId, id], after: has({ id }) };
	},
	"integration.update": async (scene) => {
		const id = await newIntegration(scene);
		return { args: [scene.appId, id, { name: "B" }], after: has({ id, name: "B" }) };
	},
	"integration.delete": async (scene) => {
		const id = await newIntegration(scene);
		const { appId, svix } = scene;
		return { args: [appId, id], after: () => isGone(svix.integration.get(appId, id)) };
	},
	"integration.rotateKey": async (scene) => ({
		args: [scene.appId, await newIntegration(scene)],
		after: (result) => assert.match(JSON.stringify(result), /"key":".+"/),
	}),
	"backgroundTask.list": async (scene) => ({
		args: [{ limit: 250, order: "descending", task: "event-type.aggregate" }],
		after: lists({ id: await newTask(scene) }),
	}),
	"backgroundTask.get": async (scene) => {
		const id = await newTask(scene);
		return { args: [id], after: has({ id, task: "event-type.aggregate" }) };
	},
	"environment.export": ({ eventType }) => ({
		args: [],
		after: (result) => assert.match(JSON.stringify(result), new RegExp(`"name":"${eventType}"`)),
	}),
	"environment.import": ({ svix }) => {
		const name = newName();
		return {
			args: [{ eventTypes: [{ name, description: "Imported" }] }],
			after: async () => has({ description: "Imported" })(await svix.eventType.get(name)),
		};
	},
	"statistics.aggregateEventTypes": () => ({
		args: [],
		after: has({ task: "event-type.aggregate" }),
	}),
	"statistics.aggregateAppStats": ({ appId }) => ({
		args: [{ since: new Date(Date.now() - 60_000), until: new Date(), appIds: [appId, "none"] }],
		after: has({ task: "application.stats", unresolvedAppIds: ["none"] }),
	}),
	"health.get": () => ({ args: [] }),
};

async function newIntegration({ appId, svix }: Scene): Promise<string> {
	return (await svix.integration.create(appId, { name: "Test" })).id;
}

async function newTask({ svix }: Scene): Promise<string> {
	return (await svix.statistics.aggregateEventTypes()).id;
}
