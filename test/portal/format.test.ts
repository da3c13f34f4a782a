// Numbers and times as readers of a language write them.
import { expect, test } from "vitest";
import {
	formatDuration,
	formatExact,
	formatRelative,
	formatShare,
	shortId,
} from "../../portal/src/lib/format.ts";

test.each([
	[0, "0 ms"],
	[230, "230 ms"],
	[1_449, "1.4 sec"],
	[12_000, "12 sec"],
	[300_000, "5 min"],
	[7_200_000, "2 hr"],
	[432_000_000, "5 days"],
])("%d ms is %s", (ms, text) => {
	expect(formatDuration(ms, "en")).toBe(text);
});

test.each([
	[10, 10, "100%"],
	[99_999, 100_000, "99.9%"],
	[1, 100_000, "0.1%"],
	[0, 10, "0%"],
	[1, 3, "33.3%"],
	[0, 0, "0%"],
])("%d of %d is %s", (part, all, text) => {
	expect(formatShare(part, all, "en")).toBe(text);
});

test("Languages differ", () => {
	expect(formatShare(1, 3, "de")).toBe("33,3\u00a0%");
	expect(formatDuration(1_449, "de")).toBe("1,4 Sek.");
});

test.each([
	[-3_000, "3 sec. ago"],
	[0, "now"],
	[-90_000, "1 min. ago"],
	[300_000, "in 5 min."],
	[-7_200_000, "2 hr. ago"],
	[-86_400_000, "yesterday"],
])("%d ms from now is %s", (ms, text) => {
	const now = Date.parse("2026-11-21T12:00:00Z");
	expect(formatRelative(now + ms, now, "en")).toBe(text);
});

test("An exact time has its zone and milliseconds", () => {
	const at = Date.parse("2026-11-21T12:00:00.123Z");
	expect(formatExact(at, "en-GB", "UTC")).toBe("21 Nov 2026, 12:00:00.123 UTC");
});

test("A long id is known by its end", () => {
	expect(shortId("msg_2mvQq9Xo5Yk1Lr8Tz3Wd7")).toBe("…Tz3Wd7");
	expect(shortId("short")).toBe("short");
});
