// Every route with every token of an application: what it needs is read from the route's own declaration.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { CAPABILITIES, type Capability, mayDo } from "../../src/core/capabilities.ts";
import type { AnyRoute } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes/index.ts";
import { sha256Hex } from "../../src/platform/digest.ts";
import { type Api, call, newApi, newApp, type Reply, until } from "../support/api.ts";
import { expectDeclared, expectError } from "../support/contract.ts";
import {
	bodyFor,
	newScene,
	pathFor,
	queryFor,
	readScene,
	type Scene,
	sharedScenes,
	titled,
} from "../support/scene.ts";
import { asToken, newAccess, newToken } from "../support/tokens.ts";

const guarded = routes.filter((spec) => spec.access !== "none");
const OUTSIDE = ["none", "organisation"];
const organisational = routes.filter((spec) => spec.access === "organisation");
const needing = routes.filter((spec) => !OUTSIDE.includes(spec.access));
const named = needing.filter((spec) => spec.path.includes("{app_id}"));
/** A WebSocket is more than a reply. */
const served = needing.filter((spec) => spec.isUpgrade !== true);
const capable = needing.filter((spec) => spec.access !== "ViewBase");

/** What the route needs; only for routes that need a capability. */
const needOf = (spec: AnyRoute) => spec.access as Capability; // safe because `needing` has no others

function request(spec: AnyRoute, scene: Scene, api: Api, app?: string): Promise<Reply> {
	const params = app === undefined ? scene.params : { ...scene.params, app_id: app };
	const path = pathFor(spec, params) + queryFor(spec, params);
	return api(spec.method.toUpperCase(), path, bodyFor(spec, scene.params));
}

const appOf = (scene: Scene) => scene.params.app_id ?? "";

/** The scene with its organisation's own key, also where the route is for tokens; what only reads shares one. */
async function newOwnScene(spec: AnyRoute): Promise<Scene> {
	if (spec.method === "get") return shared(spec);
	const isLogout = spec.operationId === "v1.authentication.logout";
	return newScene(isLogout ? routes[0] : spec);
}
const shared = sharedScenes();

/** One scene for all that is refused, with tokens that are not let in: the last test shows that nothing changed. */
const makeRefused = async () => {
	const scene = await newScene();
	scene.params.organisation_id = `org_${"0".repeat(27)}`;
	const app = appOf(scene);
	await scene.api("PATCH", `/app/${app}`, { uid: "known" });
	const foreign = await newForeignToken(scene.api);
	const stranger = await newForeignToken(await newApi());
	const own = await newToken(scene.api, app);
	return { scene, app, own, foreign, stranger, before: await readScene(scene) };
};
let refused: ReturnType<typeof makeRefused> | null = null;
const newRefused = () => {
	refused ??= makeRefused();
	return refused;
};

/** The same with tokens that have ended, each in its way. */
const makeEnded = async () => {
	const scene = await newScene();
	scene.params.organisation_id = `org_${"0".repeat(27)}`;
	const app = appOf(scene);
	const [left, expired] = [await newToken(scene.api, app), await newToken(scene.api, app)];
	const deleted = await newApp(scene.api);
	const orphan = await newToken(scene.api, deleted);
	expect((await left("GET", `/app/${app}`)).status).toBe(200);
	expect((await left("POST", "/auth/logout")).status).toBe(204);
	expect((await scene.api("POST", `/auth/app/${app}/expire-all`, {})).status).toBe(204);
	expect((await scene.api("DELETE", `/app/${deleted}`)).status).toBe(204);
	const { link } = await newAccess(scene.api, app);
	const late = await newToken(scene.api, app);
	await env.DB.prepare("UPDATE application_tokens SET expires_at = ?1 WHERE hash = ?2")
		.bind(Date.now() - 1, await sha256Hex(late.key))
		.run();
	const broken = asToken(`appsk_${"0".repeat(48)}`);
	const tokens = [left, expired, late, orphan, asToken(link), broken];
	return { scene, tokens, before: await readScene(scene) };
};
let ended: ReturnType<typeof makeEnded> | null = null;
const newEnded = () => {
	ended ??= makeEnded();
	return ended;
};

test("both kinds of routes are there", () => {
	expect(organisational.length).toBeGreaterThan(20);
	expect(named.length).toBeGreaterThan(20);
	expect(capable.length).toBeGreaterThan(10);
});

test.each(titled(organisational))("%s needs an API key", async (_, spec) => {
	const { scene, own, foreign } = await newRefused();
	for (const token of [own, foreign]) {
		const reply = await request(spec, scene, token);
		expectError(reply, 403, "insufficient access");
		expectDeclared(spec, reply);
	}
});

async function newForeignToken(api: Api): Promise<Api> {
	return newToken(api, await newApp(api));
}

test.each(titled(named))("%s does not exist for other applications' tokens", async (_, spec) => {
	const { scene, app, foreign, stranger } = await newRefused();
	for (const token of [foreign, stranger]) {
		for (const name of [app, "known"]) {
			const reply = await request(spec, scene, token, name);
			expectError(reply, 404, "not_found");
			expectDeclared(spec, reply);
		}
	}
});

test.each(titled(capable))("%s needs its capability", async (_, spec) => {
	const { scene } = await newRefused();
	const need = needOf(spec);
	const others = CAPABILITIES.filter((one) => !mayDo([one], need));
	expect(others.length).toBeGreaterThan(0);
	const without = await newToken(scene.api, appOf(scene), { capabilities: others });
	const reply = await request(spec, scene, without);
	expectError(reply, 403, "insufficient access", `The token lacks the capability ${need}`);
	expectDeclared(spec, reply);
});

test.each(titled(served))("%s serves a token that has no more than it needs", async (_, spec) => {
	const scene = await newOwnScene(spec);
	const app = appOf(scene);
	await scene.api("PATCH", `/app/${app}`, { uid: "known" });
	const capabilities = [needOf(spec)];
	for (const name of spec.path.includes("{app_id}") ? [app, "known"] : [app]) {
		const token = await newToken(scene.api, app, { capabilities });
		// What may be done once a second is asked for until its second has come.
		const reply = await until(
			() => request(spec, scene, token, name),
			({ status }) => status !== 429,
		);
		// What the first call has deleted is gone for the second.
		if (name === "known" && spec.method === "delete") expectError(reply, 404, "not_found");
		else expect(reply.status, reply.text).toBeLessThan(300);
		expectDeclared(spec, reply);
	}
});

test.each(titled(guarded))("%s refuses a token that has ended", async (_, spec) => {
	const { scene, tokens } = await newEnded();
	for (const token of tokens) {
		const reply = await request(spec, scene, token);
		expectError(reply, 401, "authentication_failed", "Invalid token");
		expectDeclared(spec, reply);
	}
});

test("nothing that was refused has changed anything", async () => {
	for (const { scene, before } of [await newRefused(), await newEnded()]) {
		expect(await readScene(scene)).toEqual(before);
	}
});

test("what anybody may call does not look at a token", async () => {
	for (const key of [null, "", "wrong", `appsk_${"0".repeat(48)}`]) {
		expect((await call(key, "GET", "/health/ping")).status).toBe(204);
	}
});
