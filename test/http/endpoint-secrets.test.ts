import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectError, expectIssues, newCheckedApi } from "../support/contract.ts";

const BASE64 = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const PRIVATE =
	"whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==";
const PUBLIC = "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=";

async function newEndpoint(fields: object = {}) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const target = newTarget();
	const { body } = await api("POST", `${app}/endpoint`, { url: target.url, ...fields });
	const path = `${app}/endpoint/${body.id}/secret`;
	const secret = async (): Promise<string> => (await api("GET", path)).body.key;
	const rotate = (change?: object) => api("POST", `${path}/rotate`, change);
	const stored = async () =>
		JSON.stringify(
			await env.DB.prepare("SELECT * FROM endpoints WHERE id = ?1").bind(body.id).first(),
		);
	/** Sends a message and waits for its delivery. */
	const deliver = async () => {
		const count = (await target.seen()).length + 1;
		await api("POST", `${app}/msg`, { eventType: "a", payload: { n: 1 } });
		const seen = await until(target.seen, (all) => all.length === count);
		return seen[count - 1] as { headers: Record<string, string>; body: string };
	};
	return { api, app, id: body.id as string, path, secret, rotate, stored, deliver };
}

const signaturesOf = (delivery: { headers: Record<string, string> }) =>
	delivery.headers["webhook-signature"]?.split(" ") ?? [];

test("a secret is generated as whsec_ and 24 bytes, another for each endpoint", async () => {
	const [one, other] = await Promise.all([newEndpoint(), newEndpoint()]);
	const secret = await one.secret();
	expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
	expect(await other.secret()).not.toBe(secret);
	const delivery = await one.deliver();
	expect(new Webhook(secret).verify(delivery.body, delivery.headers)).toEqual({ n: 1 });
});

test.each([
	[`whsec_${BASE64}`, `whsec_${BASE64}`],
	[BASE64, `whsec_${BASE64}`],
	[PRIVATE, PUBLIC],
])("the secret %s is shown as %s, also after a rotation to it", async (given, shown) => {
	const endpoint = await newEndpoint({ secret: given });
	expect(await endpoint.secret()).toBe(shown);
	const rotated = await newEndpoint();
	expect((await rotated.rotate({ key: given })).status).toBe(204);
	expect(await rotated.secret()).toBe(shown);
});

test.each([
	"",
	"whsec_",
	`whsec_${"A".repeat(28)}`,
	`whsec_${"A".repeat(104)}`,
	`whsec_${BASE64.slice(1)}!`,
	`whsk_${BASE64}`,
	PUBLIC,
	`other_${BASE64}`,
	5,
])("the secret %j is refused, and what there was stays", async (secret) => {
	const { api, app, rotate, secret: current } = await newEndpoint();
	const before = await current();
	const created = await api("POST", `${app}/endpoint`, { url: newTarget().url, secret });
	expectIssues(created, ["body", "secret"]);
	expectIssues(await rotate({ key: secret }), ["body", "key"]);
	expect(await current()).toBe(before);
});

test("after a rotation deliveries carry both signatures, the new one first", async () => {
	const { secret, rotate, deliver } = await newEndpoint();
	const before = await secret();
	expect((await rotate()).status).toBe(204);
	const after = await secret();
	expect(after).not.toBe(before);
	const delivery = await deliver();
	const signatures = signaturesOf(delivery);
	expect(signatures).toHaveLength(2);
	[after, before].forEach((key, i) => {
		const headers = { ...delivery.headers, "webhook-signature": signatures[i] ?? "" };
		expect(new Webhook(key).verify(delivery.body, headers)).toEqual({ n: 1 });
	});
});

test("an endpoint can change between the two kinds of secrets", async () => {
	const { rotate, deliver, secret } = await newEndpoint({ secret: BASE64 });
	await rotate({ key: PRIVATE });
	expect(await secret()).toBe(PUBLIC);
	const delivery = await deliver();
	const [asymmetric = "", symmetric = ""] = signaturesOf(delivery);
	expect([asymmetric.slice(0, 4), symmetric.slice(0, 3)]).toEqual(["v1a,", "v1,"]);
	new Webhook(BASE64).verify(delivery.body, {
		...delivery.headers,
		"webhook-signature": symmetric,
	});
	const bytes = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
	const name = { name: "Ed25519" };
	const key = await crypto.subtle.importKey("raw", bytes(PUBLIC.slice(5)), name, false, ["verify"]);
	const { "webhook-id": id, "webhook-timestamp": at } = delivery.headers;
	const signed = new TextEncoder().encode(`${id}.${at}.${delivery.body}`);
	expect(await crypto.subtle.verify(name, key, bytes(asymmetric.slice(4)), signed)).toBe(true);
});

test("without a grace period the old secret ends at once", async () => {
	const { secret, rotate, deliver } = await newEndpoint();
	const before = await secret();
	await rotate({ gracePeriodSeconds: 0 });
	const delivery = await deliver();
	expect(signaturesOf(delivery)).toHaveLength(1);
	new Webhook(await secret()).verify(delivery.body, delivery.headers);
	expect(() => new Webhook(before).verify(delivery.body, delivery.headers)).toThrow();
});

test("an old secret ends when its grace period has passed", async () => {
	const { rotate, deliver } = await newEndpoint();
	await rotate({ gracePeriodSeconds: 1 });
	expect(signaturesOf(await deliver())).toHaveLength(2);
	await new Promise((resolve) => setTimeout(resolve, 1000));
	expect(signaturesOf(await deliver())).toHaveLength(1);
});

test("ten old secrets are valid at the same time, and an eleventh is refused", async () => {
	const { secret, rotate, deliver } = await newEndpoint();
	for (let i = 0; i < 10; i++) expect((await rotate({})).status).toBe(204);
	const current = await secret();
	expectError(await rotate(), 400, "limit_reached");
	expectError(await rotate({ gracePeriodSeconds: 0 }), 400, "limit_reached");
	expect(await secret()).toBe(current);
	expect(signaturesOf(await deliver())).toHaveLength(11);
});

test.each([-1, 604_801, 1.5, "60"])(
	"a grace period of %j is refused",
	async (gracePeriodSeconds) => {
		const { rotate } = await newEndpoint();
		expectIssues(await rotate({ gracePeriodSeconds }), ["body", "gracePeriodSeconds"]);
	},
);

test.each([{}, { key: null, gracePeriodSeconds: null }, { gracePeriodSeconds: 604_800 }])(
	"a rotation of %j makes a new secret",
	async (change) => {
		const { secret, rotate } = await newEndpoint();
		const before = await secret();
		expect((await rotate(change)).status).toBe(204);
		expect(await secret()).not.toBe(before);
	},
);

test("secrets are in no other answer, and not stored in clear", async () => {
	const { api, app, id, secret, rotate, stored } = await newEndpoint({ secret: BASE64 });
	const second = async () => (await secret()).slice("whsec_".length);
	await rotate();
	const texts = [await stored()];
	for (const path of [`${app}/endpoint`, `${app}/endpoint/${id}`]) {
		texts.push((await api("GET", path)).text);
	}
	for (const text of texts) {
		expect(text).toContain(id);
		expect(text).not.toContain(BASE64);
		expect(text).not.toContain(await second());
	}
	await api("DELETE", `${app}/endpoint/${id}`);
	expect(JSON.parse(await stored())).toMatchObject({ id, secrets: "", headers: null });
});
