// Calls about messages and their attempts.
import assert from "node:assert/strict";
import { newDelivered, newName } from "../scene.ts";
import { type Calls, has, lists } from "./call.ts";

export const messageCalls: Calls = {
	"message.list": ({ appId, messageId, eventType }) => ({
		args: [appId, { eventTypes: [eventType], channel: "a", tag: "t", withContent: true }],
		after: lists({ id: messageId, payload: { n: 1 } }),
	}),
	"message.create": ({ appId, eventType, svix }) => {
		const eventId = newName();
		const message = { eventType, eventId, channels: ["a"], tags: ["t"] };
		return {
			args: [appId, { ...message, payload: { n: 2 }, payloadRetentionPeriod: 1 }],
			after: async (result) => {
				has(message)(result);
				const stored = await svix.message.get(appId, eventId, { withContent: true });
				assert.deepEqual(stored.payload, { n: 2 });
			},
		};
	},
	"message.precheck": ({ appId, eventType }) => ({
		args: [appId, { eventType, channels: ["a"] }],
		after: has({ active: true }),
	}),
	"message.get": ({ appId, messageId }) => ({
		args: [appId, messageId, { withContent: true }],
		after: has({ id: messageId, payload: { n: 1 } }),
	}),
	"message.expungeContent": async (scene) => {
		const { appId, messageId } = await newDelivered(scene);
		const read = () => scene.svix.message.get(appId, messageId, { withContent: true });
		return {
			args: [appId, messageId],
			after: async () => has({ payload: { expired: true } })(await read()),
		};
	},
	"message.bulkExpungeContent": async (scene) => {
		const { appId, messageId } = await newDelivered(scene);
		const results = { [messageId]: "expunged", none: "not-found" };
		return { args: [appId, { ids: [messageId, "none"] }], after: has({ results }) };
	},
	"message.expungeAllContents": async (scene) => {
		const { appId } = await newDelivered(scene);
		return { args: [appId], after: has({ task: "application.purge_content" }) };
	},
};

export const attemptCalls: Calls = {
	"messageAttempt.listByEndpoint": ({ appId, endpointId, attemptId, messageId, eventType }) => ({
		args: [appId, endpointId, { eventTypes: [eventType], status: 0, withMsg: true, channel: "a" }],
		after: lists({ id: attemptId, msg: { id: messageId } }),
	}),
	"messageAttempt.listByMsg": ({ appId, endpointId, attemptId, messageId }) => ({
		args: [appId, messageId, { endpointId, statusCodeClass: 200 }],
		after: lists({ id: attemptId, statusText: "success" }),
	}),
	"messageAttempt.listAttemptedMessages": ({ appId, endpointId, messageId }) => ({
		args: [appId, endpointId, { status: 0, tag: "t" }],
		after: lists({ id: messageId, statusText: "success" }),
	}),
	"messageAttempt.listAttemptedDestinations": ({ appId, endpointId, messageId }) => ({
		args: [appId, messageId],
		after: lists({ id: endpointId, statusText: "success" }),
	}),
	"messageAttempt.get": ({ appId, attemptId, messageId }) => ({
		args: [appId, messageId, attemptId],
		after: has({ id: attemptId, msgId: messageId }),
	}),
	"messageAttempt.expungeContent": async (scene) => {
		const { appId, messageId, attemptId } = await newDelivered(scene);
		const { messageAttempt } = scene.svix;
		return {
			args: [appId, messageId, attemptId],
			after: async () =>
				has({ response: "EXPUNGED" })(await messageAttempt.get(appId, messageId, attemptId)),
		};
	},
	"messageAttempt.resend": ({ appId, endpointId, messageId }) => ({
		args: [appId, messageId, endpointId],
	}),
};
