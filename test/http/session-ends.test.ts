// How tokens of applications end: by logout, by expire-all, with their application, and with time.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { sweep } from "../../src/jobs/sweep.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { type Api, call, newApp } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";
import { tools } from "../support/delivery.ts";
import { asToken, newAccess, newToken } from "../support/tokens.ts";

async function newScene() {
	const api = await newCheckedApi();
	return { api, app: await newApp(api) };
}

const works = async (token: Api, app: string) => (await token("GET", `/app/${app}`)).status === 200;

test("logout ends the calling token and no other", async () => {
	const { api, app } = await newScene();
	const [one, other] = [await newToken(api, app), await newToken(api, app)];
	expect((await one("POST", "/auth/logout")).status).toBe(204);
	expectError(await one("POST", "/auth/logout"), 401, "authentication_failed");
	expect(await works(one, app)).toBe(false);
	expect(await works(other, app)).toBe(true);
	// Also read-only ones can leave.
	const reader = await newToken(api, app, { readOnly: true });
	expect((await reader("POST", "/auth/logout", {}, { "idempotency-key": "k" })).status).toBe(204);
	expect(await works(reader, app)).toBe(false);
	expectError(await api("POST", "/auth/logout"), 403, "insufficient access");
});

test("expire-all ends all sessions and unused links of one application at once", async () => {
	const { api, app } = await newScene();
	const other = await newApp(api);
	const tokens = [await newToken(api, app), await newToken(api, app, { sessionId: "a" })];
	const elsewhere = await newToken(api, other);
	const { link } = await newAccess(api, app);
	for (const token of tokens) expect(await works(token, app)).toBe(true);
	expect((await api("POST", `/auth/app/${app}/expire-all`)).status).toBe(204);
	for (const token of tokens) expect(await works(token, app)).toBe(false);
	expect(await works(elsewhere, other)).toBe(true);
	const late = await call(null, "POST", "/auth/one-time-token", { oneTimeToken: link });
	expectError(late, 401, "authentication_failed");
	expect(await works(await newToken(api, app), app)).toBe(true);
});

test("with session ids it ends theirs alone, of up to a thousand", async () => {
	const { api, app } = await newScene();
	const named = await Promise.all(
		["a", "b", "c"].map((sessionId) => newToken(api, app, { sessionId })),
	);
	const plain = await newToken(api, app);
	const fill = Array.from({ length: 998 }, (_, i) => `x${i}`);
	const path = `/auth/app/${app}/expire-all`;
	expect((await api("POST", path, { sessionIds: ["a", ...fill, "c"] })).status).toBe(204);
	const left = await Promise.all([...named, plain].map((token) => works(token, app)));
	expect(left).toEqual([false, true, false, true]);
});

test("with a delay they work until then, and links begin nothing that lasts longer", async () => {
	const { api, app } = await newScene();
	const { token, link } = await newAccess(api, app);
	expect((await api("POST", `/auth/app/${app}/expire-all`, { expiry: 120 })).status).toBe(204);
	expect(await works(asToken(token), app)).toBe(true);
	const begun = await call(null, "POST", "/auth/one-time-token", { oneTimeToken: link });
	expect(Date.parse(begun.body.expiresAt)).toBeLessThanOrEqual(Date.now() + 120_000);
	// A later and longer delay does not lengthen what is left.
	expect((await api("POST", `/auth/app/${app}/expire-all`, { expiry: 259_200 })).status).toBe(204);
	const row = await env.DB.prepare("SELECT expires_at FROM application_tokens WHERE hash = ?1")
		.bind(await sha256Hex(token))
		.first<{ expires_at: number }>();
	expect(row?.expires_at).toBeLessThanOrEqual(Date.now() + 120_000);
	expect((await api("POST", `/auth/app/${app}/expire-all`, { expiry: 0 })).status).toBe(204);
	expect(await works(asToken(token), app)).toBe(false);
	expect(await works(asToken(begun.body.token), app)).toBe(false);
});

test("what expire-all cannot take is named", async () => {
	const { api, app } = await newScene();
	const path = `/auth/app/${app}/expire-all`;
	const token = await newToken(api, app);
	const many = Array.from({ length: 1001 }, (_, i) => `x${i}`);
	for (const expiry of [-1, 259_201, 1.5, "60"]) {
		expectIssues(await api("POST", path, { expiry }), ["body", "expiry"]);
	}
	expectIssues(await api("POST", path, { sessionIds: many }), ["body", "sessionIds"]);
	expectIssues(await api("POST", path, { sessionIds: "a" }), ["body", "sessionIds"]);
	expectIssues(await api("POST", path, { sessionIds: ["a", "b c"] }), ["body", "sessionIds", 1]);
	expectError(await api("POST", "/auth/app/nobody/expire-all"), 404, "not_found");
	expect(await works(token, app)).toBe(true);
});

test("a deleted application's tokens go with it, and expired ones are swept away", async () => {
	const { api, app } = await newScene();
	const kept = await newApp(api);
	await newAccess(api, app);
	const { token } = await newAccess(api, kept);
	await newAccess(api, kept, { sessionId: "old" });
	const count = async (id: string) =>
		(
			await env.DB.prepare("SELECT hash FROM application_tokens WHERE application_id = ?1")
				.bind(id)
				.all()
		).results.length;
	expect(await count(app)).toBe(2);
	expect((await api("DELETE", `/app/${app}`)).status).toBe(204);
	expect(await count(app)).toBe(0);
	await api("POST", `/auth/app/${kept}/expire-all`, { sessionIds: ["old"] });
	expect(await count(kept)).toBe(4);
	await sweep(tools, Date.now());
	expect(await count(kept)).toBe(2);
	expect(await works(asToken(token), kept)).toBe(true);
});
