// New messages as they come: how they are asked for, taken in, and put into the list.
import { afterEach, expect, test, vi } from "vitest";
import { delayMs, hear, mergeMessages, toTailUrl, watchPulse } from "../../portal/src/lib/tail.ts";
import type { MessageOut } from "../../portal/src/models.ts";

const message = (id: string, eventType = "a.b"): MessageOut => ({
	id,
	eventType,
	eventId: null,
	payload: {},
	channels: null,
	tags: null,
	deliverAt: null,
	timestamp: "2026-11-21T12:00:00.000Z",
});
const NONE = { eventTypes: [], channel: null, tag: null };

test("The filters are passed on, as far as the server takes them", () => {
	const path = "/app/app_1/tail/";
	expect(toTailUrl("https://a.example", path, NONE)).toBe("wss://a.example/api/v1/app/app_1/tail/");
	const filter = { eventTypes: ["a.b", "c.d"], channel: "x:y", tag: "a#b" };
	expect(toTailUrl("http://a.example:1", path, filter)).toBe(
		"ws://a.example:1/api/v1/app/app_1/tail/?eventTypes=a.b%2Cc.d&channel=x%3Ay&tag=a%23b",
	);
	const many = { ...NONE, eventTypes: Array.from({ length: 26 }, (_, i) => `t${i}`) };
	expect(toTailUrl("https://a.example", path, many)).not.toContain("eventTypes");
});

test("What is heard is told, and what was not asked for is left out", () => {
	const told: unknown[] = [];
	const listener = {
		onMessage: ({ id }: MessageOut) => told.push(id),
		onSkipped: (count: number) => told.push(count),
		onState: () => undefined,
	};
	const filter = { ...NONE, eventTypes: ["a.b"] };
	hear("pong", filter, listener);
	hear(JSON.stringify({ type: "message", message: message("m1") }), filter, listener);
	hear(JSON.stringify({ type: "message", message: message("m2", "c.d") }), filter, listener);
	hear(JSON.stringify({ type: "skipped", count: 7 }), filter, listener);
	expect(told).toEqual(["m1", 7]);
});

afterEach(() => vi.useRealTimers());

test("A connection that answers no ping is lost, once; one that says anything is not", () => {
	vi.useFakeTimers();
	const told: string[] = [];
	const pulse = watchPulse(
		() => told.push("ping"),
		() => told.push("lost"),
	);
	vi.advanceTimersByTime(25_000);
	pulse.heard();
	vi.advanceTimersByTime(25_000);
	expect(told).toEqual(["ping", "ping"]);
	vi.advanceTimersByTime(25_000);
	expect(told).toEqual(["ping", "ping", "lost"]);
	vi.advanceTimersByTime(100_000);
	expect(told).toHaveLength(3);
	const stopped = watchPulse(
		() => told.push("ping"),
		() => told.push("lost"),
	);
	stopped.stop();
	vi.advanceTimersByTime(100_000);
	expect(told).toHaveLength(3);
});

test("It comes back later each time, and never all at once", () => {
	expect([0, 1, 2, 3].map((failures) => delayMs(failures, 1))).toEqual([1000, 2000, 4000, 8000]);
	expect(delayMs(20, 1)).toBe(30_000);
	expect(delayMs(1, 0)).toBe(1_000);
});

test("Messages are merged newest first, each once, and old ones make room", () => {
	const ids = (list: MessageOut[]) => list.map(({ id }) => id);
	const [a, b, c] = [message("m1"), message("m2"), message("m3")];
	expect(ids(mergeMessages([c, a], [b, a]))).toEqual(["m3", "m2", "m1"]);
	expect(ids(mergeMessages([c], [b, a], 2))).toEqual(["m3", "m2"]);
	expect(ids(mergeMessages([], [b, a], 1))).toEqual(["m2", "m1"]);
});
