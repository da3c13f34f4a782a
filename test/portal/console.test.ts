// The console's own reckoning: addresses, metadata as people write it, months, and pages added up.
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseMetadata, writeMetadata } from "../../portal/src/console/applications/metadata.ts";
import type { OverviewOut } from "../../portal/src/console/models.ts";
import { addUp } from "../../portal/src/console/overview/add-up.ts";
import {
	appIdOf,
	consolePath,
	inApplication,
	locateConsole,
} from "../../portal/src/console/routes.ts";
import { monthsBefore, toUsage } from "../../portal/src/console/usage/usage.ts";
import { pathTo } from "../../portal/src/lib/routes.ts";

test.each([
	["/console", "/console", "", { name: "overview", params: {} }],
	["/console/", "/console", "", { name: "overview", params: {} }],
	["/console/api-keys/", "/console", "/api-keys", { name: "apiKeys", params: {} }],
	[
		"/console/event-types/new",
		"/console",
		"/event-types/new",
		{ name: "eventType", params: { name: "new" } },
	],
	[
		"/console/applications/app_1",
		"/console/applications/app_1",
		"",
		{ name: "application", params: { appId: "app_1" } },
	],
	[
		"/console/applications/app_1/messages/msg_1",
		"/console/applications/app_1",
		"/messages/msg_1",
		{ name: "app.message", params: { messageId: "msg_1" } },
	],
	["/console/applications/app_1/nowhere", "/console/applications/app_1", "/nowhere", null],
	["/console/nowhere", "/console", "/nowhere", null],
])("%s is a page of the console", (address, base, path, match) => {
	expect(locateConsole(address)).toEqual({ base, path, match });
});

test.each(["/consoles", "/app/app_1/endpoints", "/endpoints", "/", ""])(
	"%s is none of the console's addresses, and so a path below the application",
	(address) => {
		expect(locateConsole(address)).toBeNull();
	},
);

test("Addresses lead where they say", () => {
	const message = inApplication("app_1", pathTo("message", { messageId: "msg_1" }));
	expect(message).toBe("/console/applications/app_1/messages/msg_1");
	expect(appIdOf(locateConsole(message) ?? { base: "" })).toBe("app_1");
	expect(appIdOf({ base: "/console" })).toBeNull();
	expect(consolePath("tasks", {}, { status: "running", iterator: null })).toBe(
		"/console/tasks?status=running",
	);
});

test("Metadata is read as it is written", () => {
	const word = fc.stringMatching(/^[^\s=](?:[^\n\r=\u2028\u2029]*[^\s=])?$/u);
	const value = fc.stringMatching(/^(?:\S|\S[^\n\r\u2028\u2029]*\S)?$/u);
	fc.assert(
		fc.property(fc.dictionary(word, value), (metadata) => {
			expect(parseMetadata(writeMetadata(metadata))).toEqual({ ...metadata });
		}),
	);
	expect(parseMetadata("a=b=c\n\n  d =  e  ")).toEqual({ a: "b=c", d: "e" });
	for (const wrong of ["no sign", "= value", "a = b\nc"]) expect(parseMetadata(wrong)).toBeNull();
});

test("Months end where the next begin, and the current one now", () => {
	const now = Date.parse("2026-02-28T12:00:00Z");
	const months = monthsBefore(now);
	expect(months[0]).toEqual({
		since: "2026-02-01T00:00:00.000Z",
		until: "2026-02-28T12:00:00.000Z",
	});
	expect(months[2]).toEqual({
		since: "2025-12-01T00:00:00.000Z",
		until: "2026-01-01T00:00:00.000Z",
	});
	for (const [index, { since }] of months.entries()) {
		if (index > 0) expect(months[index]?.until).toBe(months[index - 1]?.since);
		expect(Date.parse(since)).toBeLessThan(now);
	}
});

test("Usage has the most deliveries first, and nobody without any", () => {
	const appStats = [
		{ appId: "app_1", appUid: null, messageDestinations: 2 },
		{ appId: "app_2", appUid: "b", messageDestinations: 0 },
		{ appId: "app_3", appUid: "c", messageDestinations: 5 },
	];
	const { rows, total, isTruncated } = toUsage({ data: { appStats, isTruncated: true } });
	expect(rows.map(({ appId }) => appId)).toEqual(["app_3", "app_1"]);
	expect({ total, isTruncated }).toEqual({ total: 7, isTruncated: true });
	expect(toUsage({ data: {} })).toEqual({ rows: [], total: 0, isTruncated: false });
});

test("Pages of the overview are added up, and the last one tells where it goes on", () => {
	const page = (count: number, more: Partial<OverviewOut>): OverviewOut => ({
		...{ since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z", counts: null },
		days: [{ at: "2026-01-01T00:00:00Z", success: count, fail: 1 }],
		last24h: { success: count, fail: 1 },
		...{ waiting: count, retrying: 1, silent: 1, attention: [], iterator: null, done: true },
		...more,
	});
	const counts = { applications: 1, endpoints: 3, disabled: 0, paused: 0 };
	const sum = addUp([page(2, { counts, done: false, iterator: "ep_1" }), page(3, {})]);
	expect(sum).toEqual({
		...page(5, { counts }),
		days: [{ at: "2026-01-01T00:00:00Z", success: 5, fail: 2 }],
		last24h: { success: 5, fail: 2 },
		...{ retrying: 2, silent: 2 },
	});
});
