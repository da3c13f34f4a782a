// Every filter of every list: what fits all, what fits nothing, and pages inside a filter in both directions.
import { expect, test } from "vitest";
import type { Reply } from "../support/api.ts";
import { contract } from "../support/fuzz-values.ts";
import { keysOf, LISTS, type List, openList } from "../support/lists.ts";

/** Queries that everything in the list fits, and queries that nothing fits; null where it filters nothing. */
type Filter = { all: string[]; none: string[] } | null;

const times: Record<string, Filter> = {
	before: { all: ["before=2100-01-01T00:00:00Z"], none: ["before=2020-01-01T00:00:00Z"] },
	after: { all: ["after=2020-01-01T00:00:00Z"], none: ["after=2100-01-01T00:00:00Z"] },
};
const subjects: Record<string, Filter> = {
	...times,
	channel: { all: [], none: ["channel=nothing", "channel="] },
	tag: { all: [], none: ["tag=nothing", "tag="] },
	event_types: {
		all: [
			...["event_types=user.created", "event_types=other,user.created", "event_types="],
			...["event_types=other&event_types=user.created", "event_types[]=user.created"],
			...[
				"event_types[0]=other&event_types[1]=user.created",
				'event_types=["user.created","other"]',
			],
		],
		none: ["event_types=other", "event_types=other&event_types[]=user", 'event_types=["other"]'],
	},
	with_content: null,
};
const attempts: Record<string, Filter> = {
	...subjects,
	expanded_statuses: null,
	status: { all: ["status=0"], none: ["status=1", "status=2", "status=3", "status=4"] },
	status_code_class: {
		all: ["status_code_class=200"],
		none: ["status_code_class=0", "status_code_class=100", "status_code_class=500"],
	},
};
const tasks: Record<string, Filter> = {
	status: { all: ["status=finished"], none: ["status=running", "status=failed"] },
	task: { all: ["task=endpoint.recover"], none: ["task=endpoint.replay"] },
};

const FILTERS: Record<string, Record<string, Filter>> = {
	"v1.application.list": {
		search: { all: ["search=app", "search=APP_", "search="], none: ["search=nothing%25"] },
		exclude_apps_with_no_endpoints: {
			all: ["exclude_apps_with_no_endpoints=false"],
			none: ["exclude_apps_with_no_endpoints=true"],
		},
		exclude_apps_with_disabled_endpoints: {
			all: ["exclude_apps_with_disabled_endpoints=true"],
			none: [],
		},
		exclude_apps_with_svix_play_endpoints: null,
	},
	"v1.endpoint.list-overviews": {
		search: { all: ["search=http", "search="], none: ["search=nothing%25"] },
		status: { all: ["status=enabled"], none: ["status=disabled", "status=paused"] },
	},
	"v1.event-type.list": { include_archived: null, with_content: null },
	"v1.message.list": subjects,
	"v1.message-attempt.list-by-endpoint": { ...attempts, with_msg: null },
	"v1.message-attempt.list-by-msg": {
		...attempts,
		endpoint_id: { all: [], none: [`endpoint_id=ep_${"0".repeat(27)}`] },
	},
	"v1.message-attempt.list-by-msg-older": attempts,
	"v1.message-attempt.list-by-msg-and-endpoint-older": attempts,
	"v1.message-attempt.list-attempted-messages": {
		...subjects,
		expanded_statuses: null,
		status: { all: ["status=0"], none: ["status=1", "status=2", "status=3", "status=4"] },
	},
	"v1.background-task.list": tasks,
	"v1.background-task.list-by-app": tasks,
};

const PAGING = ["limit", "iterator", "order"];

function filtersOf(id: string): string[] {
	const operations = Object.values(contract.paths).flatMap((path) => Object.values(path));
	const found = operations.find((one) => "operationId" in one && one.operationId === id);
	return (found?.parameters ?? [])
		.filter(({ in: where, name }) => where === "query" && !PAGING.includes(name))
		.map(({ name }) => name);
}

const filtered = LISTS.filter((id) => filtersOf(id).length > 0);

test("every filter of the contract is tried, and no others", () => {
	const tried = Object.entries(FILTERS).map(([id, filters]) => [id, Object.keys(filters).sort()]);
	const declared = filtered.map((id) => [id, filtersOf(id).sort()]);
	expect(Object.fromEntries(tried)).toEqual(Object.fromEntries(declared));
});

const get = (list: List, query: string): Promise<Reply> => list.api("GET", `${list.path}?${query}`);

/** Its pages forward, and from the last of them back again. */
async function expectWalk(list: List, query: string, all: string[]): Promise<void> {
	const first = await get(list, `limit=3&${query}`);
	expect(keysOf(first), query).toEqual(all.slice(0, 3));
	const next = await get(list, `limit=3&${query}&iterator=${first.body.iterator}`);
	expect(keysOf(next), query).toEqual(all.slice(3, 6));
	const back = await get(list, `limit=3&${query}&iterator=${next.body.prevIterator}`);
	expect([keysOf(back), back.body.done], query).toEqual([all.slice(0, 3), true]);
}

test.each(filtered)("%s has what its filters ask for, page by page", async (id) => {
	const list = await openList(id);
	await list.add(7);
	const all = keysOf(await get(list, "limit=100"));
	const filters = Object.values(FILTERS[id] ?? {}).filter((filter) => filter !== null);
	for (const query of filters.flatMap((filter) => filter.all)) {
		const keys = keysOf(await get(list, `limit=100&${query}`));
		expect(keys, query).toEqual(all);
		// With only a beginning, pages begin with the oldest: their own tests walk them.
		if (!query.startsWith("after=")) await expectWalk(list, query, all);
	}
	const empty = { data: [], iterator: null, prevIterator: null, done: true };
	for (const query of filters.flatMap((filter) => filter.none)) {
		expect((await get(list, query)).body, query).toEqual(empty);
	}
});
