// Every statement finds its rows by an index: none reads a table from one end to the other.
import { expect, test } from "vitest";
import { type Id, newId } from "../../src/core/ids.ts";
import { planPage } from "../../src/core/page.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import * as keys from "../../src/store/api-keys.ts";
import * as pages from "../../src/store/application-pages.ts";
import * as tokens from "../../src/store/application-tokens.ts";
import * as applications from "../../src/store/applications.ts";
import * as tasks from "../../src/store/background-tasks.ts";
import * as catalog from "../../src/store/catalog.ts";
import { type Db, type Statement, writeAll } from "../../src/store/db.ts";
import * as destinations from "../../src/store/destinations.ts";
import * as domains from "../../src/store/domains.ts";
import { searchEndpoints } from "../../src/store/endpoint-search.ts";
import * as endpoints from "../../src/store/endpoints.ts";
import * as imports from "../../src/store/event-type-import.ts";
import * as eventTypes from "../../src/store/event-types.ts";
import * as idempotency from "../../src/store/idempotency.ts";
import * as integrations from "../../src/store/integrations.ts";
import * as events from "../../src/store/operational-events.ts";
import * as organisations from "../../src/store/organisations.ts";
import { listOrganisationEndpoints } from "../../src/store/overview.ts";
import * as routes from "../../src/store/routes.ts";
import * as settings from "../../src/store/settings.ts";
import { findValidHashes } from "../../src/store/tail-tokens.ts";
import { planOf, queriesOf, scansOf } from "../support/query-plans.ts";

const id = <P extends "org" | "key" | "integ" | "app" | "ep" | "opevt" | "qtask" | "dom">(
	prefix: P,
): Id<P> => newId(prefix, Date.now(), randomBytes(16));
const organisationId = id("org");
const applicationId = id("app");
const endpointId = id("ep");
const times = { createdAt: 1, updatedAt: 1 };
const common = { uid: "u", throttleRate: null, metadata: {}, deletedAt: null, ...times };
const application = {
	...common,
	...{ id: applicationId, organisationId, name: "A", isOperational: false },
};
const operational = { ...application, id: id("app"), uid: null, isOperational: true };
const event = {
	id: id("opevt"),
	applicationId: operational.id,
	type: "a",
	payload: "{}",
	createdAt: 1,
};
const disabling = { reason: "gone" as const, now: 2 };
const endpoint: endpoints.Endpoint = {
	...common,
	...{ id: endpointId, applicationId, url: "", description: "", version: 1, disabled: false },
	...{ eventTypes: null, channels: null, secrets: "s", headers: null },
	...{ disabledReason: null, paused: false, ordered: false, maxInFlight: null },
};
const eventType: eventTypes.EventType = {
	...{ organisationId, name: "a", description: "", archived: false, deprecated: false, ...times },
	...{ schemas: null, featureFlags: null, groupName: null },
};
const task: tasks.BackgroundTask = {
	...{ id: id("qtask"), organisationId, applicationId, endpointId, data: {}, ...times },
	...{ type: "endpoint.recover", status: "running" },
};
const key: keys.ApiKey = {
	...{ hash: "k", id: id("key"), organisationId, name: "A", hint: "", createdAt: 1 },
	...{ expiresAt: null, revokedAt: null },
};
const integration: integrations.Integration = {
	...{ id: id("integ"), applicationId, name: "A", featureFlags: ["f"], ...times },
};
const link: tokens.ApplicationToken = {
	...{ hash: "l", kind: "link", organisationId, applicationId, integrationId: null },
	...{ capabilities: null, featureFlags: ["f"], sessionId: "s", createdAt: 1 },
	...{ expiresAt: 5, sessionExpiresAt: 9 },
};
const ownSettings: settings.Settings = {
	...{ organisationId, displayName: "A", logoUrl: null, fontFamily: null, baseFontSizePx: null },
	...{ borderRadius: null, colorPaletteLight: null, colorPaletteDark: null, locale: null },
	...{ isCatalogPublic: false, portalFrameAncestors: [], isPortalReadOnly: true, ...times },
};
const domain: domains.Domain = {
	...{ id: id("dom"), organisationId, hostname: "a.example", serves: "portal", ...times },
	...{ state: "pending", problem: null, externalId: null, records: [] },
	...{ checkedAt: 1, deletedAt: null },
};
const anyTask = { applicationId: null, status: null, type: null };
const someTask = { applicationId, status: "running", type: "endpoint.recover" } as const;
const taskEnd = { status: "finished", data: {}, updatedAt: 2 } as const;
const claim = { hash: "h", owner: "o", now: 2, lockedUntil: 1, expiresAt: 1 };
const NONE_EXCLUDED = { withoutAny: false, withoutEnabled: false, withoutReal: false };
const ALL_EXCLUDED = { withoutAny: true, withoutEnabled: true, withoutReal: true };
const first = planPage(10, null, "ascending");
const next = planPage(10, `-${endpointId}`, "descending");
const write = (make: (db: Db) => Statement) => (db: Db) => writeAll(db, [make(db)]);

// In this order: later ones need the rows of those before.
const WORK: [string, (db: Db) => Promise<unknown>][] = [
	["insertApplication", write((db) => applications.insertApplication(db, application))],
	[
		"insertOperationalApplication",
		write((db) => applications.insertOperationalApplication(db, operational)),
	],
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
	[
		"listApplications",
		(db) => applications.listApplications(db, organisationId, first, NONE_EXCLUDED),
	],
	[
		"listApplications, on",
		(db) => applications.listApplications(db, organisationId, next, NONE_EXCLUDED),
	],
	[
		"listApplications, some",
		(db) => applications.listApplications(db, organisationId, next, ALL_EXCLUDED),
	],
	["listApplicationNames", (db) => pages.listApplicationNames(db, organisationId, "", 25, null)],
	[
		"listApplicationNames, some",
		(db) => pages.listApplicationNames(db, organisationId, "", 25, [applicationId]),
	],
	["findSubscriptions", (db) => pages.findSubscriptions(db, organisationId, "", applicationId)],
	["findEventTypesAfter", (db) => imports.findEventTypesAfter(db, organisationId, "a", 500)],
	["findEndpointInApp by id", (db) => endpoints.findEndpointInApp(db, applicationId, endpointId)],
	["findEndpointInApp by uid", (db) => endpoints.findEndpointInApp(db, applicationId, "u")],
	[
		"findEndpointEver by id",
		(db) => endpoints.findEndpointEverInApp(db, applicationId, endpointId),
	],
	["findEndpointEver by uid", (db) => endpoints.findEndpointEverInApp(db, applicationId, "u")],
	["listEndpoints", (db) => endpoints.listEndpoints(db, applicationId, first)],
	[
		"searchEndpoints",
		(db) => searchEndpoints(db, applicationId, first, { text: "a", state: "paused" }),
	],
	["listEndpoints, on", (db) => endpoints.listEndpoints(db, applicationId, next)],
	["listEndpointIds", (db) => endpoints.listEndpointIds(db, applicationId)],
	[
		"findOperationalApplication",
		(db) => applications.findOperationalApplication(db, organisationId),
	],
	["findListener", (db) => events.findListener(db, applicationId)],
	["insertEvent", write((db) => events.insertEvent(db, event))],
	["findEvents", (db) => events.findEvents(db, [event.id])],
	["listEvents", (db) => events.listEvents(db, 2, 10)],
	["deleteEvent", write((db) => events.deleteEvent(db, event.id))],
	[
		"insertDeletedEvents",
		write((db) => events.insertDeletedEvents(db, application, operational.id, 3)),
	],
	["findRoutes", (db) => routes.findRoutes(db, applicationId)],
	["findRoute", (db) => routes.findRoute(db, endpointId)],
	["findEventType", (db) => eventTypes.findEventType(db, organisationId, "a")],
	[
		"findLiveNames",
		(db) => eventTypes.findLiveEventTypeNames(db, organisationId, ["a", "b"], ["f"]),
	],
	[
		"listEventTypes",
		(db) =>
			eventTypes.listEventTypes(db, organisationId, first, { includeArchived: false, flags: null }),
	],
	[
		"listEventTypes, on",
		(db) =>
			eventTypes.listEventTypes(db, organisationId, next, { includeArchived: true, flags: ["f"] }),
	],
	[
		"updateApplication",
		write((db) => applications.updateApplication(db, application, { updatedAt: 2 })),
	],
	["updateEndpoint", write((db) => endpoints.updateEndpoint(db, endpoint, { updatedAt: 2 }))],
	[
		"disableWithEvent",
		(db) => events.disableWithEvent(db, endpointId, disabling, { type: "a", payload: "{}" }),
	],
	["insertApiKey", write((db) => keys.insertApiKey(db, key))],
	["findApiKey", (db) => keys.findApiKey(db, organisationId, key.id)],
	["listApiKeys", (db) => keys.listApiKeys(db, organisationId, first)],
	["listApiKeys, on", (db) => keys.listApiKeys(db, organisationId, next)],
	["updateApiKey", write((db) => keys.updateApiKey(db, key, { name: "B" }))],
	["revokeApiKey", write((db) => keys.revokeApiKey(db, key, 2))],
	["findOrganisation", (db) => organisations.findOrganisation(db, organisationId)],
	["findAccountOfKey", (db) => keys.findAccountOfKey(db, organisationId, "h")],
	["listOrganisationEndpoints", (db) => listOrganisationEndpoints(db, organisationId, null, 201)],
	[
		"listOrganisationEndpoints, on",
		(db) => listOrganisationEndpoints(db, organisationId, endpointId, 201),
	],
	["insertIntegration", write((db) => integrations.insertIntegration(db, integration))],
	["findIntegration", (db) => integrations.findIntegrationInApp(db, applicationId, integration.id)],
	["listIntegrations", (db) => integrations.listIntegrations(db, applicationId, first)],
	["listIntegrations, on", (db) => integrations.listIntegrations(db, applicationId, next)],
	["updateIntegration", write((db) => integrations.updateIntegration(db, integration))],
	[
		"insertIntegrationToken",
		write((db) =>
			tokens.insertIntegrationToken(db, { id: integration.id, organisationId }, "i", 1),
		),
	],
	["setFlags", write((db) => tokens.setFlagsOfIntegration(db, integration.id, ["g"]))],
	[
		"deleteTokensOfIntegration",
		write((db) => tokens.deleteTokensOfIntegration(db, integration.id)),
	],
	["insertApplicationToken", write((db) => tokens.insertApplicationToken(db, link))],
	["writeSettings", write((db) => settings.writeSettings(db, null, ownSettings))],
	[
		"writeSettings, again",
		write((db) => settings.writeSettings(db, ownSettings, { ...ownSettings, updatedAt: 2 })),
	],
	["insertDomain", write((db) => domains.insertDomain(db, domain))],
	["findActiveDomain", (db) => domains.findActiveDomain(db, domain.hostname)],
	["findPortalHostname", (db) => domains.findPortalHostname(db, organisationId)],
	["findDomain", (db) => domains.findDomain(db, organisationId, domain.id)],
	["findDomainOfAny", (db) => domains.findDomainOfAny(db, domain.id)],
	["countDomains", (db) => domains.countDomains(db, organisationId)],
	["hasExternalId", (db) => domains.hasExternalId(db, "x")],
	["listDomains", (db) => domains.listDomains(db, organisationId, first)],
	["updateDomain", write((db) => domains.updateDomain(db, domain.id, { checkedAt: 2 }))],
	["markDomainDeleted", write((db) => domains.markDomainDeleted(db, domain.id, 2))],
	["touchDomain", write((db) => domains.touchDomain(db, domain.id, 2))],
	["deleteDomainRow", write((db) => domains.deleteDomainRow(db, domain.id))],
	["listCatalogEntries", (db) => catalog.listCatalogEntries(db, organisationId, 10)],
	["listCatalogSizes", (db) => catalog.listCatalogSizes(db, organisationId, "a", 10)],
	["findCatalogTypes", (db) => catalog.findCatalogTypes(db, organisationId, ["a", "b"])],
	["findSettings", (db) => settings.findSettings(db, organisationId)],
	["findFrameAncestors", (db) => settings.findFrameAncestors(db, organisationId)],
	[
		"findFrameAncestorsOfApplication",
		(db) => settings.findFrameAncestorsOfApplication(db, applicationId),
	],
	["findLink", (db) => tokens.findLink(db, "l", 2)],
	["spendLink", (db) => tokens.spendLink(db, "l", "s", 2)],
	["findApplicationToken", (db) => tokens.findApplicationToken(db, "s", 2)],
	["expireSessions", write((db) => tokens.expireSessions(db, applicationId, null, 8))],
	["expireSessions, some", write((db) => tokens.expireSessions(db, applicationId, ["s", "t"], 8))],
	["deleteApplicationToken", write((db) => tokens.deleteApplicationToken(db, "s"))],
	["deleteExpiredTokens", (db) => tokens.deleteExpiredTokens(db, 2)],
	["deleteTokens", write((db) => tokens.deleteTokensOfApplication(db, applicationId))],
	[
		"deleteIntegration",
		write((db) => integrations.deleteIntegration(db, applicationId, integration.id)),
	],
	[
		"deleteIntegrations",
		write((db) => integrations.deleteIntegrationsOfApplication(db, applicationId)),
	],
	["updateEventType", write((db) => eventTypes.updateEventType(db, eventType, { updatedAt: 2 }))],
	["upsertEventTypes", write((db) => imports.upsertEventTypes(db, [eventType]))],
	[
		"markEndpointDeleted",
		write((db) => endpoints.markEndpointDeleted(db, applicationId, endpointId, 3)),
	],
	// Of a deleted endpoint, too.
	[
		"listDestinations",
		(db) => destinations.listDestinations(db, applicationId, [endpointId], first),
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
	["findValidHashes", (db) => findValidHashes(db, applicationId, ["h", "i"], 1)],
	["insertTask", write((db) => tasks.insertTask(db, task))],
	["findTask", (db) => tasks.findTask(db, organisationId, task.id)],
	["listTasks", (db) => tasks.listTasks(db, organisationId, first, anyTask)],
	["listTasks, on, some", (db) => tasks.listTasks(db, organisationId, next, someTask)],
	["listRunningTasks", (db) => tasks.listRunningTasks(db, 2, 10)],
	["touchTasks", write((db) => tasks.touchTasks(db, [task.id, task.id], 2))],
	["advanceTask", (db) => tasks.advanceTask(db, task.id, null)],
	["advanceTask, on", (db) => tasks.advanceTask(db, task.id, { found: task, data: {}, now: 2 })],
	["listRunningOrganisationTasks", (db) => tasks.listRunningOrganisationTasks(db, 2, 10)],
	["finishTask", write((db) => tasks.finishTask(db, task.id, taskEnd))],
	["deleteExpired", (db) => idempotency.deleteExpired(db, 2)],
];

test.each(WORK)("%s scans no table", async (_name, work) => {
	const queries = await queriesOf(work);
	expect(queries.length).toBeGreaterThan(0);
	for (const query of queries) {
		expect(await scansOf(query), query.text).toEqual([]);
	}
});

test.each([
	["all of a table, in the order of its ids", "SELECT * FROM api_keys ORDER BY id limit ?"],
	["sorted first", "SELECT * FROM api_keys WHERE organisation_id = '' ORDER BY name, hash limit ?"],
	["unlimited", "SELECT * FROM api_keys WHERE organisation_id = '' ORDER BY id LIMIT -1 + 0 * ?"],
])("a subquery that is %s counts as a scan", async (_, inner) => {
	const textOf = (subquery: string) => `SELECT id FROM (${subquery}) "api_keys" WHERE name = 'A'`;
	const good = "SELECT * FROM api_keys WHERE organisation_id = '' ORDER BY id limit ?";
	expect(await scansOf({ text: textOf(good), values: [5] })).toEqual([]);
	expect(await scansOf({ text: textOf(inner), values: [5] })).toContain("SCAN api_keys");
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

test("the operational application is found by the index that has no others", async () => {
	const planned = async (work: (db: Db) => Promise<unknown>) => {
		const queries = await queriesOf(work);
		return (await Promise.all(queries.map(planOf))).flat().join("\n");
	};
	const index = "applications_operational (organisation_id=?)";
	for (const work of [
		(db: Db) => applications.findOperationalApplication(db, organisationId),
		(db: Db) => events.findListener(db, applicationId),
		(db: Db) => events.disableWithEvent(db, endpointId, disabling, { type: "a", payload: "{}" }),
		(db: Db) => routes.findRoute(db, endpointId),
		(db: Db) => routes.findRoutes(db, applicationId),
		(db: Db) => keys.findKeyAndApplication(db, "h", applicationId, 1),
		(db: Db) => keys.findKeyAndApplication(db, "h", "u", 1),
	]) {
		expect(await planned(work)).toContain(index);
	}
});
