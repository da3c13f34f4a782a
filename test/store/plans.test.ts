// Every statement finds its rows by an index: none reads a table from one end to the other.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Id, newId } from "../../src/core/ids.ts";
import { planPage } from "../../src/core/page.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import * as keys from "../../src/store/api-keys.ts";
import * as applications from "../../src/store/applications.ts";
import { createDb, type Db, type Statement, writeAll } from "../../src/store/db.ts";
import * as endpoints from "../../src/store/endpoints.ts";
import * as eventTypes from "../../src/store/event-types.ts";
import * as idempotency from "../../src/store/idempotency.ts";
import * as routes from "../../src/store/routes.ts";

type Query = { text: string; values: unknown[] };

/** What is asked of the database while `work` runs. */
async function queriesOf(work: (db: Db) => Promise<unknown>): Promise<Query[]> {
	const queries: Query[] = [];
	const recorder = {
		prepare(text: string) {
			const statement = env.DB.prepare(text);
			const bind = statement.bind.bind(statement);
			return Object.assign(statement, {
				bind(...values: unknown[]) {
					queries.push({ text, values });
					return bind(...values);
				},
			});
		},
		batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
	};
	await work(createDb(recorder as unknown as D1Database)); // safe because drizzle calls nothing else
	return queries;
}

async function planOf({ text, values }: Query): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
		.bind(...values)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail);
}

const id = <P extends "org" | "app" | "ep">(prefix: P): Id<P> =>
	newId(prefix, Date.now(), randomBytes(16));
const organisationId = id("org");
const applicationId = id("app");
const endpointId = id("ep");
const times = { createdAt: 1, updatedAt: 1 };
const common = { uid: "u", throttleRate: null, metadata: {}, deletedAt: null, ...times };
const application = { ...common, id: applicationId, organisationId, name: "A" };
const endpoint: endpoints.Endpoint = {
	...common,
	...{ id: endpointId, applicationId, url: "", description: "", version: 1, disabled: false },
	...{ eventTypes: null, channels: null, secrets: "s", headers: null },
};
const eventType: eventTypes.EventType = {
	...{ organisationId, name: "a", description: "", archived: false, deprecated: false, ...times },
	...{ schemas: null, featureFlags: null, groupName: null },
};
const claim = { hash: "h", owner: "o", now: 2, lockedUntil: 1, expiresAt: 1 };
const first = planPage(10, null, "ascending");
const next = planPage(10, `-${endpointId}`, "descending");
const write = (make: (db: Db) => Statement) => (db: Db) => writeAll(db, [make(db)]);

// In this order: later ones need the rows of those before.
const WORK: [string, (db: Db) => Promise<unknown>][] = [
	["insertApplication", write((db) => applications.insertApplication(db, application))],
	["insertEndpoint", write((db) => endpoints.insertEndpoint(db, endpoint))],
	["insertEventType", write((db) => eventTypes.insertEventType(db, eventType))],
	["findOrganisationOfKey", (db) => keys.findOrganisationOfKey(db, "h", 1)],
	["findKeyAndApplication by id", (db) => keys.findKeyAndApplication(db, "h", applicationId, 1)],
	["findKeyAndApplication by uid", (db) => keys.findKeyAndApplication(db, "h", "u", 1)],
	[
		"findApplication by id",
		(db) => applications.findApplication(db, organisationId, applicationId),
	],
	["findApplication by uid", (db) => applications.findApplication(db, organisationId, "u")],
	["listApplications", (db) => applications.listApplications(db, organisationId, first)],
	["listApplications, on", (db) => applications.listApplications(db, organisationId, next)],
	["findEndpointInApp by id", (db) => endpoints.findEndpointInApp(db, applicationId, endpointId)],
	["findEndpointInApp by uid", (db) => endpoints.findEndpointInApp(db, applicationId, "u")],
	[
		"findEndpointEver by id",
		(db) => endpoints.findEndpointEverInApp(db, applicationId, endpointId),
	],
	["findEndpointEver by uid", (db) => endpoints.findEndpointEverInApp(db, applicationId, "u")],
	["listEndpoints", (db) => endpoints.listEndpoints(db, applicationId, first)],
	["listEndpoints, on", (db) => endpoints.listEndpoints(db, applicationId, next)],
	["listEndpointIds", (db) => endpoints.listEndpointIds(db, applicationId)],
	["findRoutes", (db) => routes.findRoutes(db, applicationId)],
	["findRoute", (db) => routes.findRoute(db, endpointId)],
	["findEventType", (db) => eventTypes.findEventType(db, organisationId, "a")],
	["findLiveNames", (db) => eventTypes.findLiveEventTypeNames(db, organisationId, ["a", "b"])],
	["listEventTypes", (db) => eventTypes.listEventTypes(db, organisationId, first, false)],
	["listEventTypes, on", (db) => eventTypes.listEventTypes(db, organisationId, next, true)],
	[
		"updateApplication",
		write((db) => applications.updateApplication(db, application, { updatedAt: 2 })),
	],
	["updateEndpoint", write((db) => endpoints.updateEndpoint(db, endpoint, { updatedAt: 2 }))],
	["updateEventType", write((db) => eventTypes.updateEventType(db, eventType, { updatedAt: 2 }))],
	[
		"markEndpointDeleted",
		write((db) => endpoints.markEndpointDeleted(db, applicationId, endpointId, 3)),
	],
	["markEndpointsDeleted", write((db) => endpoints.markEndpointsDeleted(db, applicationId, 3))],
	[
		"markApplicationDeleted",
		write((db) => applications.markApplicationDeleted(db, organisationId, applicationId, 3)),
	],
	["deleteEventType", write((db) => eventTypes.deleteEventType(db, organisationId, "a"))],
	["claim", (db) => idempotency.claim(db, claim)],
	["finish", write((db) => idempotency.finish(db, "h", "o", { status: 200, body: "" }))],
	["release", (db) => idempotency.release(db, "h", "o")],
	["deleteExpired", (db) => idempotency.deleteExpired(db, 2)],
];

test.each(WORK)("%s scans no table", async (_name, work) => {
	const queries = await queriesOf(work);
	expect(queries.length).toBeGreaterThan(0);
	for (const query of queries) {
		const plan = await planOf(query);
		expect(
			plan.filter((line) => line.startsWith("SCAN")),
			query.text,
		).toEqual([]);
	}
});

test("a lookup by id reads one index, and one by uid another", async () => {
	const planned = async (idOrUid: string) => {
		const queries = await queriesOf((db) => keys.findKeyAndApplication(db, "h", idOrUid, 1));
		return (await Promise.all(queries.map(planOf))).flat();
	};
	const byId = (await planned(applicationId)).join("\n");
	const byUid = (await planned("u")).join("\n");
	for (const plan of [byId, byUid]) expect(plan).not.toContain("MULTI-INDEX OR");
	expect(byId).toMatch(/SEARCH applications USING INDEX \w+ \(.*\bid=\?\)/);
	expect(byUid).toContain("applications_uid (organisation_id=? AND uid=?)");
});
