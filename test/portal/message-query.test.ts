// The filters of the list of messages, between the address and the API.
import { expect, test } from "vitest";
import { isFiltered, readFilters, toQuery } from "../../portal/src/pages/messages/message-query.ts";

const read = (text: string) => readFilters(new URLSearchParams(text));
const NOW = Date.parse("2026-11-21T12:00:00Z");

test("Without filters all messages are asked for", () => {
	expect(isFiltered(read(""))).toBe(false);
	expect(toQuery(read(""), NOW)).toEqual({
		with_content: false,
		event_types: "",
		channel: null,
		tag: null,
		after: null,
		before: null,
	});
});

test("What the address holds is asked for, and nonsense is not", () => {
	const query = toQuery(read("types=a.b,c.d&channel=x&tag=y&endpoint=ep_1&status=2"), NOW);
	expect(query).toMatchObject({
		event_types: "a.b,c.d",
		channel: "x",
		tag: "y",
		status: "2",
		expanded_statuses: true,
	});
	const odd = read("types=&status=2&after=never&before=&period=year&endpoint=a/../x");
	expect(isFiltered(odd)).toBe(false);
	expect(read("endpoint=ep_1&status=9").status).toBeNull();
});

test("How messages stand over all endpoints is a filter, but not with one endpoint", () => {
	expect(read("standing=failing")).toMatchObject({ standing: "failing", endpoint: null });
	expect(isFiltered(read("standing=failing"))).toBe(true);
	expect(toQuery(read("standing=failing"), NOW)).toEqual(toQuery(read(""), NOW));
	expect(read("standing=nonsense").standing).toBeNull();
	expect(read("standing=failing&endpoint=ep_1").standing).toBeNull();
});

test("A beginning always has an end, so that the newest come first", () => {
	expect(toQuery(read("period=hour"), NOW)).toMatchObject({
		after: "2026-11-21T11:00:00.000Z",
		before: "2026-11-22T12:00:00.000Z",
	});
	expect(toQuery(read("after=2026-01-01T00:00:00Z"), NOW).before).toBe("2026-11-22T12:00:00.000Z");
	expect(toQuery(read("before=2026-01-01T00:00:00Z"), NOW)).toMatchObject({
		after: null,
		before: "2026-01-01T00:00:00.000Z",
	});
});
