// The public catalog: who may read what of it, in which forms, and how long an answer holds.
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type Api, newApi } from "../support/api.ts";
import { expectIssues } from "../support/contract.ts";

const SCHEMA = {
	type: "object",
	required: ["id"],
	properties: {
		id: { type: "string", description: "Which invoice." },
		lines: {
			type: "array",
			items: { type: "object", properties: { amount: { type: "integer" } } },
		},
	},
	examples: [{ id: "inv_1", lines: [{ amount: 5 }] }],
};

const get = (path: string, headers: Record<string, string> = {}) =>
	exports.default.fetch(`https://edgehook.test${path}`, { headers });

async function newCatalog(settings: object = {}) {
	const api = await newApi();
	const fields = { displayName: "Acme", isCatalogPublic: true, ...settings };
	expect((await api("PATCH", "/environment/settings", fields)).status).toBe(200);
	const { orgId } = (await api("GET", "/auth/whoami")).body;
	const base = `/catalog/${orgId}`;
	const text = async (path = "") => (await get(base + path)).text();
	return { api, base, text };
}

const put = (api: Api, name: string, fields: object = {}) =>
	api("PUT", `/event-type/${name}`, { description: `About ${name}`, ...fields });

test("a page holds each type with its description, its fields and its example", async () => {
	const { api, base, text } = await newCatalog();
	await put(api, "invoice.paid", { schemas: { 1: SCHEMA } });
	await put(api, "invoice.voided", { deprecated: true });
	await put(api, "ping", { groupName: "Tests" });
	const page = await text();
	expect(page).toMatch(/^<!doctype html><html lang="en">/);
	for (const part of [
		"<h1>Acme webhook events</h1>",
		'id="invoice.paid"',
		"About invoice.paid",
		"<code>lines</code>",
		"array of object",
		"Which invoice.",
		"&quot;inv_1&quot;",
		"<h2>invoice <small>2</small></h2>",
		"<h2>Tests <small>1</small></h2>",
		"How to verify",
		"webhook-signature",
	]) {
		expect(page, part).toContain(part);
	}
	expect(page.split('<span class="badge">deprecated</span>')).toHaveLength(2);
	const one = await get(`${base}/invoice.paid/`);
	expect(one.status).toBe(200);
	const alone = await one.text();
	expect(alone).toContain("<title>invoice.paid – Acme webhook events</title>");
	expect(alone).not.toContain("invoice.voided");
});

test("what is archived or behind a flag is nowhere in it", async () => {
	const { api, base, text } = await newCatalog();
	await put(api, "seen.one");
	await put(api, "hidden.flagged", { featureFlags: ["beta"], schemas: { 1: SCHEMA } });
	await put(api, "hidden.archived", { archived: true });
	for (const path of ["", "/event-types.json", "/event-types.md", "?q=hidden", "?q=about"]) {
		const answer = await text(path);
		expect(answer, path).not.toContain("hidden.");
		if (path !== "?q=hidden") expect(answer, path).toContain("seen.one");
	}
	for (const name of ["hidden.flagged", "hidden.archived", "nothing", "a%20b", "%00", "..%2fx"]) {
		expect((await get(`${base}/${name}`)).status, name).toBe(404);
	}
});

test("there is a catalog only while it is public, and a name at the top of it", async () => {
	const { api, base } = await newCatalog();
	await put(api, "invoice.paid");
	const forms = ["", "/invoice.paid", "/event-types.json", "/event-types.md"].map(
		(end) => base + end,
	);
	for (const path of forms) expect((await get(path)).status, path).toBe(200);
	await api("PATCH", "/environment/settings", { isCatalogPublic: false });
	const unknown = await get(`/catalog/org_${"0".repeat(26)}1`);
	const nobody = [unknown.status, Object.fromEntries(unknown.headers), await unknown.text()];
	for (const path of forms) {
		const answer = await get(path);
		const told = [answer.status, Object.fromEntries(answer.headers), await answer.text()];
		expect(told, path).toEqual(nobody);
	}
	expect(unknown.headers.get("cache-control")).toBe("no-store");
	for (const path of ["/catalog/x", "/catalog/%00", "/catalog"]) {
		expect((await get(path)).status, path).toBe(404);
	}
	await api("PATCH", "/environment/settings", { isCatalogPublic: true });
	for (const path of forms) expect((await get(path)).status, path).toBe(200);
});

test("an answer is asked about anew each time, kept while it holds, and new as soon as settings or event types are", async () => {
	const { api, base, text } = await newCatalog();
	await put(api, "invoice.paid");
	const first = await get(base);
	expect(first.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
	const etag = first.headers.get("etag") ?? "";
	expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
	await first.text();
	for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
		const again = await get(base, { "if-none-match": known });
		expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
	}
	expect((await get(base, { "if-none-match": '"x"' })).status).toBe(200);
	await put(api, "invoice.sent");
	expect(await text()).toContain("invoice.sent");
	await api("PATCH", "/environment/settings", { displayName: "Acme & Sons" });
	const next = await get(base, { "if-none-match": etag });
	expect(next.status).toBe(200);
	expect(await next.text()).toContain("Acme &amp; Sons webhook events");
});

test("a kept answer lives for a minute", async () => {
	const kept: Response[] = [];
	const { createPageCache } = await import("../../src/platform/page-cache.ts");
	const cache = createPageCache();
	await cache.put("a", new Response("text", { headers: { "cache-control": "no-store", a: "1" } }));
	const found = await cache.match("a");
	if (found !== undefined) kept.push(found);
	expect(kept.map(({ headers }) => [headers.get("cache-control"), headers.get("a")])).toEqual([
		["max-age=60", "1"],
	]);
	expect(await kept[0]?.text()).toBe("text");
	expect(await cache.match("b")).toBeUndefined();
});

test("words find types without a script, in names and descriptions", async () => {
	const { api, text } = await newCatalog();
	await put(api, "invoice.paid", { description: "Money came" });
	await put(api, "user.created", { description: "Somebody new" });
	for (const words of ["MONEY", "invoice", "paid+money", "  money%20 "]) {
		const page = await text(`?q=${words}`);
		expect(page, words).toContain('id="invoice.paid"');
		expect(page, words).not.toContain('id="user.created"');
		expect(page, words).toContain("1 of 2 event types");
	}
	const none = await text('?q="><script>alert(1)</script>');
	expect(none).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
	expect(none).not.toContain("<script>alert");
	expect(none).not.toMatch(/<p class="note none" data-none hidden>/);
});

test("hostile texts stay texts, in every form", async () => {
	const evil = `</code><script>alert(1)</script><img src=x onerror=alert(1)>"'&`;
	const { api, base, text } = await newCatalog({ displayName: evil });
	const schema = {
		type: "object",
		description: evil,
		properties: { [evil]: { type: "string", description: evil, enum: [evil], default: evil } },
		examples: [{ [evil]: evil }],
	};
	await put(api, "a.b", {
		description: `${evil}\n# Heading\n[link](https://evil.example)`,
		schemas: { [evil]: schema, 1: schema },
	});
	for (const path of ["", "/a.b", "?q=a.b"]) {
		const page = await text(path);
		expect(page.match(/<script/g), path).toHaveLength(1);
		expect(page, path).not.toContain("<img");
		expect(page, path).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
		// Escaped once.
		expect(page, path).not.toContain("&amp;lt;");
	}
	const markdown = await text("/event-types.md");
	// All that is left of it stands within an example's fence, or behind a sign that makes it a text.
	const outside = markdown.replaceAll(/```json[\s\S]*?\n```/g, "");
	expect(outside.match(/(?<!\\)</g)).toBeNull();
	expect(outside).not.toMatch(/^# Heading|(?<!\\)\[link/m);
	const json = await get(`${base}/event-types.json`);
	expect(json.headers.get("x-content-type-options")).toBe("nosniff");
	expect((await json.json<{ displayName: string }>()).displayName).toBe(evil);
});

test("pages are held to a policy that lets in nothing from elsewhere but the organisation's logo", async () => {
	const plain = await newCatalog();
	const policy = (await get(plain.base)).headers.get("content-security-policy");
	expect(policy).toBe(
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'none'; base-uri 'none'; " +
			"form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
	);
	const { base, text } = await newCatalog({
		logoUrl: "https://cdn.example.com/logo.svg?a=1&b=2",
		colorPaletteLight: { primary: "#112233" },
		fontFamily: "Inter",
	});
	const page = await text();
	expect(page).toContain('<img src="https://cdn.example.com/logo.svg?a=1&amp;b=2" alt=""');
	const [, style = ""] = /<style>(.*?)<\/style>/.exec(page) ?? [];
	expect(style).toContain("--button:#112233");
	expect(style).toContain('"Inter"');
	const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
	const hash = btoa(String.fromCharCode(...new Uint8Array(bytes)));
	const own = (await get(base)).headers.get("content-security-policy");
	expect(own).toContain(`style-src 'self' 'sha256-${hash}';`);
	expect(own).toContain("img-src 'self' https://cdn.example.com;");
	for (const found of page.matchAll(/(?:src|href)="([^"]*)"/g)) {
		expect(found[1]).toMatch(/^(\/|#|https:\/\/cdn\.example\.com\/)/);
	}
	expect(page).not.toMatch(/ style=| on[a-z]+=/);
});

test("JSON and Markdown say the same as the page, to any other page too", async () => {
	const { api, base, text } = await newCatalog();
	await put(api, "invoice.paid", { schemas: { 1: SCHEMA } });
	await put(api, "invoice.voided", { deprecated: true, groupName: "Old" });
	const json = await get(`${base}/event-types.json`);
	expect(json.headers.get("access-control-allow-origin")).toBe("*");
	expect(json.headers.get("etag")).toMatch(/./);
	expect(await json.json()).toEqual({
		displayName: "Acme",
		data: [
			{
				name: "invoice.paid",
				description: "About invoice.paid",
				groupName: "invoice",
				deprecated: false,
				schemas: { 1: SCHEMA },
				example: SCHEMA.examples[0],
			},
			{
				name: "invoice.voided",
				description: "About invoice.voided",
				groupName: "Old",
				deprecated: true,
				schemas: null,
				example: null,
			},
		],
		iterator: null,
		done: true,
	});
	const markdown = await text("/event-types.md");
	expect(markdown).toContain("# Acme webhook events\n\n## invoice.paid\n\nAbout invoice.paid\n");
	expect(markdown).toContain(
		"- **id** (string; required): Which invoice.\n- **lines** (array of object)\n",
	);
	expect(markdown).toContain('```json\n{\n  "id": "inv_1"');
	expect(markdown).toContain("## invoice.voided (deprecated)");
	const asked = await exports.default.fetch(`https://edgehook.test${base}/event-types.json`, {
		method: "OPTIONS",
		headers: {
			"access-control-request-method": "GET",
			"access-control-request-headers": "if-none-match",
		},
	});
	expect([asked.status, asked.headers.get("access-control-allow-headers")]).toEqual([
		204,
		"if-none-match",
	]);
});

/** Makes event types without asking the API for each. */
async function insertMany(api: Api, count: number, schemas: string | null): Promise<void> {
	const { orgId } = (await api("GET", "/auth/whoami")).body;
	await env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?2 - 1)
		 INSERT INTO event_types (organisation_id, name, description, archived, deprecated, schemas, created_at, updated_at)
		 SELECT ?1, 'group' || (i % 40) || '.event' || substr('0000' || i, -4), 'The event ' || i, 0, 0, ?3, 1, 1 FROM n`,
	)
		.bind(orgId, count, schemas)
		.run();
}

test("a usual catalog of 60 types is at most 30 kB, with all that its page loads", async () => {
	const { api, text } = await newCatalog();
	await insertMany(api, 60, JSON.stringify({ 1: wideSchema() }));
	const page = await text();
	expect(page.split('class="event"')).toHaveLength(61);
	const body = new Blob([page]).stream().pipeThrough(new CompressionStream("gzip"));
	const bytes = (await new Response(body).arrayBuffer()).byteLength;
	// What it loads has less than 6 kB of its own.
	expect(bytes).toBeLessThan(24_000);
});

function wideSchema() {
	const properties = Object.fromEntries(
		Array.from({ length: 12 }, (_, i) => [
			`field_${i}`,
			{ type: "string", description: `What ${i} is.` },
		]),
	);
	const example = Object.fromEntries(
		Object.keys(properties).map((name, i) => [name, `value ${i}`]),
	);
	return { type: "object", required: ["field_0"], properties, examples: [example] };
}

test("2,000 types are a list of pages, each type has its own, and machines read them in parts", async () => {
	const { api, base, text } = await newCatalog();
	await insertMany(api, 2000, JSON.stringify({ 1: wideSchema() }));
	const names = new Set<string>();
	for (let page = 1; page <= 10; page++) {
		const list = await text(page === 1 ? "" : `?page=${page}`);
		expect(list.length).toBeLessThan(120_000);
		expect(list).toContain(`Page ${page} of 10`);
		expect(list).not.toContain("data-live");
		for (const [, name = ""] of list.matchAll(/<li id="([^"]+)"/g)) names.add(name);
	}
	expect(names.size).toBe(2000);
	expect(await text("?page=99")).toContain("Page 10 of 10");
	expect(await text("?q=event1234")).toContain("1 of 2000 event types");
	const [first = ""] = names;
	expect(await text(`/${first}`)).toContain("field_11");

	const read = new Set<string>();
	for (let iterator: string | null = ""; iterator !== null; ) {
		const response = await get(`${base}/event-types.json?iterator=${iterator}`);
		const part: { data: { name: string }[]; iterator: string | null } = await response.json();
		expect(part.data.length).toBeLessThanOrEqual(250);
		for (const { name } of part.data) read.add(name);
		iterator = part.iterator;
	}
	expect(read).toEqual(names);
	const markdown = await text("/event-types.md");
	const [, more = ""] = /\[More event types\]\((.+)\)/.exec(markdown) ?? [];
	expect(await (await get(more)).text()).not.toContain(`## ${first}\n`);
	const wrong = await get(`${base}/event-types.json?iterator=a%20b`);
	const { status, headers } = wrong;
	const body = await wrong.text();
	expectIssues({ status, headers, text: body, body: JSON.parse(body) }, ["query", "iterator"]);
});

test("types that are large each are cut into parts by their size", async () => {
	const { api, base, text } = await newCatalog();
	const large = JSON.stringify({
		1: { description: "x".repeat(400_000), examples: ["y".repeat(80_000)] },
	});
	await insertMany(api, 6, large);
	const part = await (await get(`${base}/event-types.json`)).json<{
		data: object[];
		done: boolean;
	}>();
	expect([part.data.length, part.done]).toEqual([2, false]);
	expect((await text()).length).toBeLessThan(20_000);
	expect(await text("/group0.event0000")).toContain("The example is too long for a page.");
});

test("two versions of a schema are both there, the newest first", async () => {
	const { api, text } = await newCatalog();
	const version = (name: string) => ({
		type: "object",
		properties: { [name]: { type: "string" } },
	});
	await put(api, "a.b", { schemas: { 1: version("old_field"), 2: version("new_field") } });
	const page = await text();
	expect(page.indexOf("new_field")).toBeLessThan(page.indexOf("old_field"));
	expect(page).toContain("<summary>Version 1</summary>");
});
