import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { call, newApi } from "../support/api.ts";

// For this file alone: what shares its runtime runs before or after it.
beforeAll(async () => {
	await env.DB.prepare("ALTER TABLE applications RENAME TO taken_away").run();
});
afterAll(async () => {
	await env.DB.prepare("ALTER TABLE taken_away RENAME TO applications").run();
});

test("what goes wrong on our side shows only the id that its log line has", async () => {
	const { key } = await newApi();
	const log = vi.spyOn(console, "error");
	for (const idempotencyKey of [undefined, crypto.randomUUID()]) {
		const headers: Record<string, string> = { "cf-ray": "ray-1" };
		if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
		const reply = await call(key, "POST", "/app", { name: "A" }, headers);
		expect(reply.status).toBe(500);
		expect(reply.headers.get("content-type")).toBe("application/json");
		expect(reply.headers.get("x-request-id")).toBe("ray-1");
		expect(reply.body).toEqual({
			code: "internal_error",
			detail: "Something went wrong on our side. It is logged as request ray-1.",
		});
		const line = JSON.parse(log.mock.lastCall?.[0]);
		expect(line).toMatchObject({ level: "error", event: "request_failed", requestId: "ray-1" });
		expect(JSON.stringify(line)).not.toContain(key);
	}
	log.mockRestore();
});

test("a failure without an id of the platform's gets one of its own", async () => {
	const { key } = await newApi();
	const log = vi.spyOn(console, "error");
	const [one, other] = [await call(key, "GET", "/app"), await call(key, "GET", "/app")];
	expect([one.status, other.status]).toEqual([500, 500]);
	expect(one.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
	expect(one.headers.get("x-request-id")).not.toBe(other.headers.get("x-request-id"));
	expect(one.text).toContain(one.headers.get("x-request-id"));
	log.mockRestore();
});
