// What happens to a link when something else happens between its look-up and its end.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { toServiceContext } from "../../src/http/context.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { expireAll } from "../../src/services/application-tokens.ts";
import { deleteApplication } from "../../src/services/applications.ts";
import type { ServiceContext } from "../../src/services/context.ts";
import { beginSession } from "../../src/services/portal-sessions.ts";
import { findApplicationToken } from "../../src/store/application-tokens.ts";
import { createDb, type Db } from "../../src/store/db.ts";
import { newApi, newApp } from "../support/api.ts";
import { tools } from "../support/delivery.ts";
import { newAccess } from "../support/tokens.ts";

/** The real database, with something else to do before the settings are read. */
function databaseWith(before: () => Promise<void>): Db {
	const database = {
		prepare(text: string) {
			const statement = env.DB.prepare(text);
			if (!/from "settings"/.test(text)) return statement;
			return {
				bind: (...values: unknown[]) => ({
					async all() {
						await before();
						return statement.bind(...values).all();
					},
					async raw() {
						await before();
						return statement.bind(...values).raw();
					},
				}),
			};
		},
		batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
	};
	return createDb(database as unknown as D1Database); // safe because drizzle calls nothing else
}

async function newScene() {
	const api = await newApi();
	const app = await newApp(api);
	const { link } = await newAccess(api, app);
	const { orgId: organisationId } = (await api("GET", "/auth/whoami")).body;
	const contextOf = (organisation: ServiceContext["organisationId"]) =>
		toServiceContext(
			tools,
			{ organisationId: organisation, onlyApplicationId: null, featureFlags: null },
			"http://edgehook.test/",
			(work) => void work,
		);
	const nobody = contextOf("org_");
	const begin = (before: () => Promise<void>) =>
		beginSession({ ...nobody, db: databaseWith(before) }, link, { hostOrganisationId: null });
	return { app, begin, sender: () => contextOf(organisationId) };
}

test("a link outlives a failure of ours, and then works once", async () => {
	const { begin } = await newScene();
	const failing = begin(() => Promise.reject(new Error("the database is away")));
	await expect(failing).rejects.toThrow("Failed query");
	const { token } = await begin(() => Promise.resolve());
	expect(token).toMatch(/^appsk_/);
	await expect(begin(() => Promise.resolve())).rejects.toThrow("This link was already used");
});

test("an end of all sessions that comes between ends the session that begins, too", async () => {
	const { app, begin, sender } = await newScene();
	const all = { delaySeconds: 0, sessionIds: [] };
	const token = await begin(() => expireAll(sender(), app, all)).then(
		(begun) => begun.token,
		() => null,
	);
	// Refused, or ended before it could be used: which of them is a matter of a millisecond.
	const hash = await sha256Hex(token ?? "");
	expect(await findApplicationToken(tools.db, hash, Date.now())).toBeNull();
});

test("the link of an application that is deleted meanwhile begins nothing", async () => {
	const { app, begin, sender } = await newScene();
	const begun = begin(() => deleteApplication(sender(), app));
	await expect(begun).rejects.toThrow("This link was already used or is too old");
});

test("of two that pass the look-up one begins a session", async () => {
	const { begin } = await newScene();
	const { promise: bothThere, resolve } = Promise.withResolvers<void>();
	let there = 0;
	const meet = () => {
		if (++there === 2) resolve();
		return bothThere;
	};
	const ends = await Promise.allSettled([begin(meet), begin(meet)]);
	expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
