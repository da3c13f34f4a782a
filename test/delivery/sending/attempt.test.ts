// What one attempt sends, as a real receiver sees it.
import { expect, test } from "vitest";
import { sign } from "../../../src/core/signature.ts";
import { newTarget } from "../../support/api.ts";
import { attempt, BODY, ID, newKey } from "../../support/attempt.ts";

test("the body arrives byte for byte, with its type and a name to know the sender by", async () => {
	const target = newTarget();
	await attempt(target.url, { content: { body: BODY, contentType: "application/x-ndjson" } });
	const [seen] = await target.seen();
	expect(seen.body).toBe(BODY);
	expect(seen.headers["content-type"]).toBe("application/x-ndjson");
	expect(seen.headers["user-agent"]).toMatch(/^Edgehook\//);
});

test.each([
	["webhook", ["webhook"]],
	["svix", ["svix"]],
	["both", ["svix", "webhook"]],
] as const)(
	"with the header prefix %s the signature is sent as %j",
	async (headerPrefix, names) => {
		const target = newTarget();
		const keys = await Promise.all([1, 2, 3].map(newKey));
		const outcome = await attempt(target.url, { keys }, { headerPrefix });
		const [{ headers }] = await target.seen();
		const sent = Object.keys(headers).filter((name) => /^(webhook|svix)-/.test(name));
		const parts = ["id", "signature", "timestamp"];
		expect(sent.sort()).toEqual(names.flatMap((name) => parts.map((part) => `${name}-${part}`)));
		const seconds = Math.floor(outcome.startedAt / 1000);
		const signatures = await Promise.all(keys.map((key) => sign(key, ID, seconds, BODY)));
		for (const name of names) {
			expect(headers[`${name}-id`]).toBe(ID);
			expect(headers[`${name}-timestamp`]).toBe(String(seconds));
			expect(headers[`${name}-signature`]).toBe(signatures.join(" "));
		}
	},
);

test("user and password in the URL become Basic authorization, and are not in what is asked for", async () => {
	const target = newTarget();
	const outcome = await attempt(target.url.replace("//", "//us%20er:p%C3%A9@"));
	expect(outcome.failure).toBe(null);
	const [seen] = await target.seen();
	const decoded = Uint8Array.from(atob(seen.headers.authorization.replace("Basic ", "")), (char) =>
		char.charCodeAt(0),
	);
	expect(new TextDecoder().decode(decoded)).toBe("us er:pé");
});

test("the endpoint's own headers are sent, and replace ours but not the signature", async () => {
	const target = newTarget();
	const url = target.url.replace("//", "//user:password@");
	const headers = { "X-Team": "a, b", Authorization: "Bearer t", "webhook-id": "forged" };
	await attempt(url, { headers });
	const [seen] = await target.seen();
	expect(seen.headers.authorization).toBe("Bearer t");
	expect(seen.headers["x-team"]).toBe("a, b");
	expect(seen.headers["webhook-id"]).toBe(ID);
});
