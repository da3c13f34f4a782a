// Opened secrets and headers: the keys that are valid now, in order, and nothing that was moved.
import { expect, test } from "vitest";
import type { Route, StoredSecret } from "../../../src/core/delivery.ts";
import { type EndpointId, newId } from "../../../src/core/ids.ts";
import { secretFromRandom } from "../../../src/core/secret.ts";
import { sign } from "../../../src/core/signature.ts";
import { openRoute } from "../../../src/delivery/sending/keyring.ts";
import { randomBytes } from "../../../src/platform/clock.ts";
import { createSealer } from "../../../src/platform/sealer.ts";

const SEALER = createSealer(btoa("k".repeat(32)));
const NOW = 1_000_000;

async function newRoute(secrets: StoredSecret[], headers?: object): Promise<Route> {
	const endpointId: EndpointId = newId("ep", Date.now(), randomBytes(16));
	return {
		...{ paused: false, ordered: false, throttleRate: null, maxInFlight: null },
		...{ endpointUid: null, applicationUid: null, operationalApplicationId: null, version: 1 },
		endpointId,
		applicationId: newId("app", Date.now(), randomBytes(16)),
		url: "https://example.com/",
		disabled: false,
		eventTypes: null,
		channels: null,
		secrets: await SEALER.seal(JSON.stringify(secrets), endpointId),
		headers: headers === undefined ? null : await SEALER.seal(JSON.stringify(headers), endpointId),
	};
}

const newSecret = (expiresAt: number | null) => ({
	secret: secretFromRandom(randomBytes(24)),
	expiresAt,
});

test("an old key signs until it expires, behind the current one", async () => {
	const route = await newRoute([newSecret(null), newSecret(NOW + 1), newSecret(NOW)]);
	const signaturesAt = async (now: number) => {
		const { keys } = await openRoute(SEALER, route, now);
		return Promise.all(keys.map((key) => sign(key, "msg_1", 1, "{}")));
	};
	const all = await signaturesAt(NOW - 1);
	expect(new Set(all).size).toBe(3);
	expect(await signaturesAt(NOW)).toEqual(all.slice(0, 2));
	expect(await signaturesAt(NOW + 1)).toEqual(all.slice(0, 1));
});

test("headers are opened, and are empty when there are none", async () => {
	const secrets = [newSecret(null)];
	const withHeaders = await newRoute(secrets, { "x-a": "1" });
	expect((await openRoute(SEALER, withHeaders, NOW)).headers).toEqual({ "x-a": "1" });
	expect((await openRoute(SEALER, await newRoute(secrets), NOW)).headers).toEqual({});
});

test("a changed secret is used at once", async () => {
	const route = await newRoute([newSecret(null)]);
	const [before] = (await openRoute(SEALER, route, NOW)).keys;
	const changed = JSON.stringify([newSecret(null)]);
	const secrets = await SEALER.seal(changed, route.endpointId);
	const [after] = (await openRoute(SEALER, { ...route, secrets }, NOW)).keys;
	if (before === undefined || after === undefined) throw new Error("no key");
	expect(await sign(after, "msg_1", 1, "{}")).not.toBe(await sign(before, "msg_1", 1, "{}"));
});

test("what is sealed for one endpoint does not open for another, and damage is an error", async () => {
	const route = await newRoute([newSecret(null)]);
	const other = await newRoute([newSecret(null)]);
	await expect(openRoute(SEALER, { ...other, secrets: route.secrets }, NOW)).rejects.toThrow();
	const damaged = await newRoute([{ secret: "whsec_short", expiresAt: null }]);
	await expect(openRoute(SEALER, damaged, NOW)).rejects.toThrow(damaged.endpointId);
	await expect(openRoute(SEALER, { ...route, secrets: "" }, NOW)).rejects.toThrow();
});
