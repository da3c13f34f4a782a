// The endpoints that a message could go to: pages by id, with deleted ones, within the application.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type ApplicationId, type EndpointId, newId } from "../../src/core/ids.ts";
import { planPage } from "../../src/core/page.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import { insertApplication } from "../../src/store/applications.ts";
import { createDb, writeAll } from "../../src/store/db.ts";
import { listDestinations } from "../../src/store/destinations.ts";
import { insertEndpoint, markEndpointDeleted } from "../../src/store/endpoints.ts";

const db = createDb(env.DB);
const times = { createdAt: 1, updatedAt: 1 };
const newIdOf = <P extends "org" | "app" | "ep">(prefix: P) =>
	newId(prefix, Date.now(), randomBytes(16));

/** An application with `count` endpoints, by id, of which those at these places are deleted. */
async function newEndpoints(count: number, deleted: number[]) {
	const app = newIdOf("app");
	const common = { uid: null, throttleRate: null, metadata: {}, deletedAt: null, ...times };
	const parent = { id: app, organisationId: newIdOf("org"), name: "A", isOperational: false };
	const ids = Array.from({ length: count }, () => newIdOf("ep")).sort();
	const gone = ids.filter((_, i) => deleted.includes(i));
	await writeAll(db, [
		insertApplication(db, { ...common, ...parent }),
		...ids.map((id) =>
			insertEndpoint(db, {
				...common,
				...{ id, applicationId: app, url: "", description: "", version: 1, disabled: false },
				...{ eventTypes: null, channels: null, secrets: "s", headers: null },
				...{ disabledReason: null, paused: false, ordered: false, maxInFlight: null },
			}),
		),
		...gone.map((id) => markEndpointDeleted(db, app, id, Date.now())),
	]);
	return { app, ids, gone };
}

async function pageOf(
	app: ApplicationId,
	everIds: EndpointId[],
	limit: number,
	iterator: string | null,
) {
	const rows = await listDestinations(db, app, everIds, planPage(limit, iterator, "ascending"));
	return rows.map(({ id }) => id);
}

test.each([
	["none is deleted", []],
	["the first and the last are deleted", [0, 7]],
	["most are deleted", [0, 1, 2, 4, 5, 6]],
	["all are deleted", [0, 1, 2, 3, 4, 5, 6, 7]],
])("pages of every size have all when %s", async (_name, deleted) => {
	const { app, ids } = await newEndpoints(8, deleted);
	for (const limit of [1, 3, 250]) {
		for (let from = 0; from < ids.length; from++) {
			const before = from === 0 ? null : (ids[from - 1] ?? null);
			const forth = await pageOf(app, ids, limit, before);
			expect(forth).toEqual(ids.slice(from, from + limit + 1));
			const back = await pageOf(app, ids, limit, `-${ids[from]}`);
			expect(back).toEqual(
				ids
					.slice(0, from)
					.reverse()
					.slice(0, limit + 1),
			);
		}
	}
});

test("a deleted endpoint is there only for a message that was for it", async () => {
	const { app, ids, gone } = await newEndpoints(4, [1, 2]);
	const live = ids.filter((id) => !gone.includes(id));
	expect(await pageOf(app, [], 10, null)).toEqual(live);
	expect(await pageOf(app, gone.slice(0, 1), 10, null)).toEqual(ids.filter((id) => id !== gone[1]));
});

test("nothing of another application is found, whatever ids are asked for", async () => {
	const one = await newEndpoints(3, [0, 1]);
	const other = await newEndpoints(2, [0]);
	expect(await pageOf(one.app, [...one.ids, ...other.ids], 10, null)).toEqual(one.ids);
});

test("an id that is nowhere is left out", async () => {
	const { app, ids } = await newEndpoints(1, []);
	const unknown = newId("ep", 1_500_000_000_000, randomBytes(16));
	expect(await pageOf(app, [unknown, ...ids], 10, null)).toEqual(ids);
});

test("a page reads as many rows as it is long, however many endpoints there are", async () => {
	const { app, ids } = await newEndpoints(40, [3, 5, 30]);
	const read: number[] = [];
	const counting = {
		prepare: (text: string) => {
			const statement = env.DB.prepare(text);
			const bind = statement.bind.bind(statement);
			return Object.assign(statement, {
				bind(...values: unknown[]) {
					const bound = bind(...values);
					const raw = bound.raw.bind(bound);
					return Object.assign(bound, {
						async raw() {
							const { meta } = await bind(...values).all();
							read.push(meta.rows_read);
							return raw();
						},
					});
				},
			});
		},
	};
	// safe because drizzle calls nothing else to select
	const counted = createDb(counting as unknown as D1Database);
	const plan = planPage(5, ids[1] ?? null, "ascending");
	const page = await listDestinations(counted, app, ids, plan);
	expect(page.map(({ id }) => id)).toEqual(ids.slice(2, 8));
	expect(read).toHaveLength(2);
	expect(read.reduce((sum, rows) => sum + rows, 0)).toBeLessThanOrEqual(12);
});
