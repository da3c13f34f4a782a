import { expect, test } from "vitest";
import { isId } from "../../src/core/ids.ts";
import {
	OPERATIONAL_EVENT_TYPES,
	toDeletedEventId,
	toDisabledData,
	toEndpointData,
	toEventPayload,
	toMessageData,
	toTaskEventData,
} from "../../src/core/operational-event.ts";
import { NAME } from "../../src/core/patterns.ts";

const id = <P extends string>(prefix: P) => `${prefix}_${"1".repeat(27)}` as const;
const names = {
	applicationId: id("app"),
	applicationUid: "acme",
	endpointId: id("ep"),
	endpointUid: null,
};
const endpoint = { appId: id("app"), appUid: "acme", endpointId: id("ep"), endpointUid: null };

test("there are nine kinds, each a name of an event type", () => {
	expect(new Set(OPERATIONAL_EVENT_TYPES).size).toBe(9);
	for (const type of OPERATIONAL_EVENT_TYPES) expect(type).toMatch(NAME);
});

test("an event about an endpoint names it and its application, and nothing else", () => {
	const route = { ...names, secrets: "s1.x", headers: "s1.y" };
	expect(toEndpointData(route)).toEqual(endpoint);
	expect(toEventPayload("endpoint.created", toEndpointData(route))).toBe(
		JSON.stringify({ type: "endpoint.created", data: endpoint }),
	);
});

test.each([
	[null, null],
	[0, "1970-01-01T00:00:00.000Z"],
	[1_700_000_000_123, "2023-11-14T22:13:20.123Z"],
])("an endpoint that fails since %j is disabled since %j", (failingSince, failSince) => {
	expect(toDisabledData(names, failingSince, "automatic")).toEqual({
		...endpoint,
		failSince,
		trigger: "automatic",
	});
	expect(toDisabledData(names, failingSince, "manual").trigger).toBe("manual");
});

test("an event about a message names it and its last attempt", () => {
	const message = { messageId: id("msg"), eventType: "a.b", channels: null, tags: null };
	const attempt = { id: id("atmpt"), status: 503, startedAt: 1_700_000_000_123 };
	expect(toMessageData(names, message, attempt)).toEqual({
		...endpoint,
		msgId: id("msg"),
		msgEventId: null,
		msgEventType: "a.b",
		lastAttempt: {
			id: id("atmpt"),
			responseStatusCode: 503,
			timestamp: "2023-11-14T22:13:20.123Z",
		},
	});
});

test("an event about a background task has its data", () => {
	const data = { total: 3, done: 3, failed: 1 };
	const task = { id: id("qtask"), type: "endpoint.recover", status: "finished", data } as const;
	const taskId = id("qtask");
	expect(toTaskEventData(task)).toEqual({
		...{ data, status: "finished", task: "endpoint.recover", taskId },
	});
});

test("the id of the last event of an endpoint follows from its id", () => {
	const eventId = toDeletedEventId(id("ep"));
	expect(isId("opevt", eventId)).toBe(true);
	expect(toDeletedEventId(id("ep"))).toBe(eventId);
	expect(toDeletedEventId(`ep_${"2".repeat(27)}`)).not.toBe(eventId);
});
