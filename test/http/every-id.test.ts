// Every name in every path: what nobody knows is not found, whatever else is right.
import { expect, test } from "vitest";
import type { AnyRoute } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes/index.ts";
import { expectError } from "../support/contract.ts";
import { bodyFor, newScene, type Params, pathFor, queryFor, readScene } from "../support/scene.ts";

/** PUT on a name that is not known creates. */
const CREATES = [
	["v1.application.update", "app_id"],
	["v1.endpoint.update", "endpoint_id"],
	["v1.operational-webhook.endpoint.upsert", "endpoint_id"],
	["v1.event-type.update", "event_type_name"],
];
const creates = (spec: AnyRoute, name: string) =>
	CREATES.some(([id, parameter]) => id === spec.operationId && parameter === name);

const namesOf = ({ path }: AnyRoute) =>
	[...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

const rows = routes.flatMap((spec) =>
	namesOf(spec)
		.filter((name) => !creates(spec, name))
		.map((name): [string, AnyRoute, string] => [
			`${spec.method.toUpperCase()} ${spec.path}: ${name}`,
			spec,
			name,
		]),
);

/** One for each kind of key: the last test shows that nothing changed. */
const scenes = new Map<string, ReturnType<typeof makeScene>>();
async function makeScene(spec: AnyRoute | undefined) {
	const scene = await newScene(spec);
	return { scene, before: await readScene(scene) };
}
function sceneOf(spec: AnyRoute) {
	const isOperators = spec.operationId.startsWith("v1.operator.");
	const kind = isOperators ? "operator" : "ordinary";
	const known = scenes.get(kind) ?? makeScene(isOperators ? spec : undefined);
	scenes.set(kind, known);
	return known;
}

/** Names of nothing: an id of the kind, one of another kind, texts that databases and paths read in their way. */
function unknownFor(value: string): string[] {
	const id = value.replace(/^([a-z]+_).*/, `$1${"0".repeat(27)}`);
	return [
		id === value ? "nobody.knows" : id,
		`other_${"0".repeat(27)}`,
		"%25",
		"%00",
		"'",
		"__proto__",
	];
}

test.each(rows)("%s that nobody knows is not found", async (_, spec, name) => {
	const { scene } = await sceneOf(spec);
	const key = spec.path.startsWith("/operational-webhook/") ? `operational_${name}` : name;
	for (const unknown of unknownFor(scene.params[key] ?? "")) {
		const params: Params = { ...scene.params, [key]: unknown };
		const path = pathFor(spec, params) + queryFor(spec, scene.params);
		const reply = await scene.api(spec.method.toUpperCase(), path, bodyFor(spec, scene.params));
		expectError(reply, 404, "not_found");
	}
});

test("nothing has changed by what was asked for in vain", async () => {
	expect(scenes.size).toBe(2);
	for (const { scene, before } of await Promise.all(scenes.values())) {
		expect(await readScene(scene)).toEqual(before);
	}
});

test("there is a name in most paths, and only those that PUT creates are left out", () => {
	expect(rows.length).toBeGreaterThan(80);
	for (const [id] of CREATES) expect(routes.map((spec) => spec.operationId)).toContain(id);
});
