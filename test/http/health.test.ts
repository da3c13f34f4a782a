import { expect, test } from "vitest";
import { call, newApi } from "../support/api.ts";
import { expectDeclared, specOf } from "../support/contract.ts";

test("health tells of each part that requests need, to anybody", async () => {
	const { key } = await newApi();
	const ok = { status: "ok" };
	for (const token of [null, key, "unknown"]) {
		const reply = await call(token, "GET", "/health");
		expect(reply.status).toBe(200);
		expect(reply.body).toEqual({ database: ok, queue: ok, cache: ok });
		expectDeclared(specOf("GET", "/health"), reply);
	}
});

test("ping answers 204 without a body, to GET and HEAD", async () => {
	for (const method of ["GET", "HEAD"]) {
		const reply = await call(null, method, "/health/ping");
		expect([reply.status, reply.text]).toEqual([204, ""]);
	}
	expect((await call(null, "HEAD", "/health")).status).toBe(200);
});
