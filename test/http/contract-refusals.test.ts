// Each operation of the contract with each field wrong in each way that its published schema knows: the answer
// is a 422 that names the field, and of several wrong fields all.
import { expect, test } from "vitest";
import { routes } from "../../src/http/routes/index.ts";
import type { Reply } from "../support/api.ts";
import { expectError, expectErrorShape } from "../support/contract.ts";
import { knownOf } from "../support/known.ts";
import { bodyOf, expectPublished, queryOf } from "../support/published.ts";
import { conforms, MISSING, type Path, sample, withAt, wrongs } from "../support/samples.ts";
import { bodyFor, pathFor, sharedScenes, titled } from "../support/scene.ts";

/** Here a payload may have 20,000 bytes; with what may be around it, no request is longer. */
const REQUEST_CHARS_MAX = 80_000;
const withBody = routes.filter((spec) => spec.body !== undefined);
const withQuery = routes.filter((spec) => spec.query !== undefined);

/** One scene for all that is refused: it stays as it is. */
const refusingScene = sharedScenes();

test.each(titled(withBody))("%s names each wrong field of its body", async (_, spec) => {
	const schema = bodyOf(spec) ?? {};
	const { api, params } = await refusingScene(spec);
	const method = spec.method.toUpperCase();
	const path = pathFor(spec, params);
	const right = sample(schema, "maximal", knownOf(spec.operationId, params));
	const ways = wrongs(schema);
	expect(ways.length).toBeGreaterThan(4);
	for (const { what, path: at, value } of ways) {
		const body = withAt(right, at, value);
		expect(conforms(schema, body), `${what}: the schema allows it`).toBe(false);
		const text = JSON.stringify(body);
		const reply = await api(method, path, text);
		expectPublished(spec, reply);
		if (text.length > REQUEST_CHARS_MAX) expectError(reply, 413, "payload_too_large");
		else expectNamed(reply, ["body", ...at], what);
	}
	const whole = ways.filter(({ path: at, value }) => at.length === 1 && value !== MISSING);
	const fields = [...new Map(whole.reverse().map((way) => [way.path[0], way])).values()];
	const all = fields.reduce<unknown>((body, { path: at, value }) => withAt(body, at, value), {});
	const reply = await api(method, path, JSON.stringify(all));
	for (const { path: at } of fields) expectNamed(reply, ["body", ...at], "all at once");
});

test.each(titled(withQuery))("%s names each wrong field of its query", async (_, spec) => {
	const { api, params } = await refusingScene(spec);
	const method = spec.method.toUpperCase();
	const path = pathFor(spec, params);
	const body = bodyFor(spec, params);
	const fields = Object.entries(queryOf(spec)?.properties ?? {});
	const ways = fields.flatMap(([name, schema]) =>
		["", "-1", "251", "1.5", "none", "ü ü", "2026-13-01T00:00:00Z", "a".repeat(300)]
			.filter((text) => !conforms(schema, schema.type === "integer" ? numberOf(text) : text))
			.map((text) => ({ name, text })),
	);
	for (const { name, text } of ways) {
		const reply = await api(method, `${path}?${new URLSearchParams({ [name]: text })}`, body);
		expectPublished(spec, reply);
		expectNamed(reply, ["query", name], `${name} is '${text}'`);
	}
	const all = new URLSearchParams(ways.map(({ name, text }) => [name, text]));
	if (ways.length === 0) return;
	const reply = await api(method, `${path}?${all}`, body);
	for (const { name } of ways) expectNamed(reply, ["query", name], "all at once");
});

test.each(titled(withBody))("%s refuses what is no JSON object", async (_, spec) => {
	const { api, params } = await refusingScene(spec);
	const method = spec.method.toUpperCase();
	const path = pathFor(spec, params);
	for (const text of ["[]", "null", "1", '"text"', "{", '{"a":1,}', "ü", '{"a":"\n"}']) {
		const reply = await api(method, path, text);
		expectPublished(spec, reply);
		expectNamed(reply, ["body"], text);
	}
	for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
		const reply = await api(method, path, "{}", { "content-type": type });
		expectPublished(spec, reply);
		expect(reply.status, reply.text).toBe(415);
	}
	if (spec.isBodyOptional !== true) {
		const reply = await api(method, path);
		expectPublished(spec, reply);
		expectNamed(reply, ["body"], "no body");
	}
});

/** A complaint is about this place, or about what it is a part of. */
function expectNamed(reply: Reply, place: Path, what: string): void {
	const where = `${what}: ${reply.status} ${reply.text.slice(0, 1000)}`;
	expect(reply.status, where).toBe(422);
	expectErrorShape(reply);
	const locs: Path[] = reply.body.detail.map(({ loc }: { loc: Path }) => loc);
	const least = Math.min(place.length, 2);
	const names = (loc: Path) =>
		loc.length >= least && loc.every((part, i) => place[i] === undefined || part === place[i]);
	expect(locs.some(names), where).toBe(true);
}

const numberOf = (text: string) => (/^-?[\d.]+$/.test(text) ? Number(text) : text);
