// The portal's pages from the running server: the built shell, what it loads, and links that lead to it.
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LocalServer } from "../support/local-server.ts";

const server = new LocalServer();
beforeAll(() => server.start());
afterAll(() => server.remove());

const open = (path: string) => fetch(server.url + path, { redirect: "manual" });

/** As a client may that writes its own Host. */
const headersFor = (host: string, path: string): Promise<Record<string, unknown>> =>
	new Promise((resolve, reject) => {
		const sent = request(server.url + path, { headers: { host } }, (response) => {
			response.resume();
			response.on("end", () => resolve(response.headers));
		});
		sent.on("error", reject);
		sent.end();
	});

test("a portal link opens the built page, which loads nothing that it may not", async () => {
	await server.request("PUT", "/app/acme", { name: "Acme", uid: "acme" });
	const access = await server.request("POST", "/auth/app-portal-access/acme", {});
	const link = new URL(String(access.json().url));
	expect(link.origin).toBe(server.url);
	const page = await open(link.pathname + link.search);
	expect(page.status).toBe(200);
	expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
	expect(page.headers.get("cache-control")).toBe("no-store");
	expect(page.headers.get("content-security-policy")).toContain("trusted-types 'none'");
	const html = await page.text();
	expect(html).toMatch(/^<!doctype html>/i);
	// Nothing stands in the page that its policy would refuse.
	expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)/i);
	const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)]
		.map(([, path = ""]) => path)
		.filter((path) => !path.startsWith("data:"));
	expect(loaded.length).toBeGreaterThan(0);
	for (const path of loaded) {
		expect(path, "of the page's own origin").toMatch(/^\//);
		const { status, headers } = await open(path);
		expect(status, path).toBe(200);
		expect(headers.get("x-content-type-options"), path).toBe("nosniff");
	}
});

test("every page is the same shell, and nothing else is", async () => {
	const shell = await (await open("/login")).text();
	const { id } = (await server.request("PUT", "/app/shell", { name: "A", uid: "shell" })).json();
	for (const path of [
		`/app/${id}`,
		`/app/${id}/messages/`,
		"/app/x/y/z",
		"/console",
		"/console/a/b",
	]) {
		const page = await open(path);
		expect(page.status, path).toBe(200);
		expect(await page.text(), path).toBe(shell);
	}
	for (const path of ["/nothing", "/login/nothing", "/consolex"]) {
		expect((await open(path)).status, path).toBe(404);
	}
	expect(await (await open("/")).text()).not.toBe(shell);
});

test("a Host that is more than a name adds nothing to the policy", async () => {
	const plain = String((await headersFor("a.example", "/console"))["content-security-policy"]);
	expect(plain).toContain("connect-src 'self' ws://a.example; ");
	for (const host of ["a;sandbox", "a'b", "a,b", "a;script-src*", "a b", "[::1]:8080", "%"]) {
		const policy = (await headersFor(host, "/console"))["content-security-policy"];
		expect(policy, host).toBe(plain.replace(" ws://a.example", ""));
	}
});
