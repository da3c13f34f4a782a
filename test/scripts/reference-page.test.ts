// The API reference: complete, well linked, and safe against whatever the contract says.
import { expect, test } from "vitest";
import contract from "../../openapi.json" with { type: "json" };
import { renderReference } from "../../scripts/reference-page.ts";

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>' style="color:red`;

const page = renderReference(contract);

const matches = (text: string, pattern: RegExp): string[] =>
	[...text.matchAll(pattern)].map((match) => match[1] ?? "");

/** Tags with their attributes, as a browser would find them. */
const tagsOf = (html: string): string[] => matches(html, /(<[a-z!][^>]*>)/gi);

/** A contract in which every text, name and value is hostile. */
function hostileContract() {
	const schema = {
		type: "object",
		description: HOSTILE,
		required: [HOSTILE],
		properties: {
			[HOSTILE]: { type: "string", pattern: HOSTILE, default: HOSTILE, description: HOSTILE },
			choice: { enum: [HOSTILE], format: HOSTILE },
			other: { $ref: `#/components/schemas/${HOSTILE}` },
		},
	};
	const content = { "application/json": { schema } };
	return {
		info: { title: HOSTILE, version: HOSTILE, description: HOSTILE },
		tags: [{ name: HOSTILE }],
		paths: {
			[`/${HOSTILE}/{${HOSTILE}}`]: {
				post: {
					operationId: HOSTILE,
					tags: [HOSTILE],
					summary: HOSTILE,
					description: HOSTILE,
					parameters: [
						{ name: HOSTILE, in: "path", required: true, description: HOSTILE, schema: {} },
						{ name: HOSTILE, in: HOSTILE, schema: { type: HOSTILE, enum: [HOSTILE] } },
					],
					requestBody: { required: true, content },
					responses: { "200": { description: HOSTILE, content }, [HOSTILE]: {} },
				},
			},
		},
		components: { schemas: { [HOSTILE]: schema } },
	};
}

test("Every operation of the contract has its anchor, its path and a curl command", () => {
	const operations = Object.values(contract.paths).flatMap((item) => Object.values(item));
	expect(operations.length).toBeGreaterThan(20);
	for (const { operationId } of operations) {
		expect(page).toContain(`<section class="entry operation" id="${operationId}">`);
	}
	expect(page.match(/<figcaption>Request<\/figcaption>/g)).toHaveLength(operations.length);
});

test("Every schema of the contract has its anchor", () => {
	for (const name of Object.keys(contract.components.schemas)) {
		expect(page).toContain(`id="schema.${name}"`);
	}
});

test("Every link within the page has a target, and no anchor is there twice", () => {
	for (const html of [page, renderReference(hostileContract())]) {
		const ids = matches(html, /<[^>]*\sid="([^"]*)"/g);
		expect(new Set(ids).size).toBe(ids.length);
		const targets = matches(html, /href="#([^"]*)"/g);
		expect(targets.length).toBeGreaterThan(0);
		expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
	}
});

test("Hostile text stays text wherever it stands in the contract", () => {
	const html = renderReference(hostileContract());
	const tags = tagsOf(html);
	expect(tags.filter((tag) => tag.startsWith("<script"))).toEqual([
		'<script type="module" src="/docs/reference.js">',
	]);
	expect(tags.filter((tag) => tag.startsWith("<img"))).toEqual([
		'<img src="/logo.svg" alt="" width="28" height="28">',
	]);
	const outsideOfValues = tags.map((tag) => tag.replace(/"[^"]*"/g, '""'));
	expect(outsideOfValues.filter((tag) => /onerror|style|alert/.test(tag))).toEqual([]);
	expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img");
});

test("The page needs no inline script, no inline style and nothing from elsewhere", () => {
	const tags = tagsOf(page);
	expect(tags.filter((tag) => /\sstyle=|\son[a-z]+=|^<style/i.test(tag))).toEqual([]);
	expect(tags.filter((tag) => tag.startsWith("<script") && !tag.includes(" src="))).toEqual([]);
	const addresses = tags.flatMap((tag) => matches(tag, /\s(?:src|href)="([^"]*)"/g));
	expect(addresses.filter((address) => !/^(?:#|\/(?!\/))/.test(address))).toEqual([]);
});

test("Example bodies hold every required field and no deprecated one", () => {
	const html = renderReference({
		paths: {
			"/thing": {
				post: {
					operationId: "thing.create",
					requestBody: {
						content: { "application/json": { schema: { $ref: "#/components/schemas/ThingIn" } } },
					},
					responses: {},
				},
			},
		},
		components: {
			schemas: {
				ThingIn: {
					type: "object",
					required: ["amount", "label", "old"],
					properties: {
						old: { type: "string", deprecated: true },
						size: { type: "integer" },
						label: { type: "string", enum: ["it's", "other"] },
						amount: { anyOf: [{ type: "integer", minimum: 7 }, { type: "null" }] },
					},
				},
			},
		},
	});
	const request = /<figcaption>Request<\/figcaption>(.*?)<\/figure>/s.exec(html)?.[1] ?? "";
	const text = request
		.replace(/<[^>]*>/g, "")
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'");
	const body = /-d '(.*)'$/s.exec(text)?.[1]?.replaceAll("'\\''", "'") ?? "";
	expect(JSON.parse(body)).toEqual({ label: "it's", amount: 7 });
});

test("A contract that says nothing still makes a page", () => {
	for (const contract of [{}, null, [], "text", { paths: { "/a": { get: null } } }]) {
		expect(renderReference(contract)).toMatch(/^<!doctype html>\n<html lang="en">/);
	}
});
