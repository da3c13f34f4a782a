// Each operation of the contract with right input, made from its published schemas: the smallest, the largest
// and what people write. Each answer is of the published form.
import { expect, test } from "vitest";
import type { AnyRoute } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes/index.ts";
import { knownOf } from "../support/known.ts";
import { bodyOf, expectPublished, queryOf } from "../support/published.ts";
import { complaints, type Schema, type Size, sample } from "../support/samples.ts";
import {
	bodyFor,
	newScene,
	pathFor,
	queryFor,
	type Scene,
	sharedScenes,
	titled,
} from "../support/scene.ts";

/** These take away what they are about, or have to wait for another time. */
const isOnce = ({ method, operationId }: AnyRoute) =>
	method === "delete" || /\.(exchange-one-time-token|test-attempt)$/.test(operationId);

/** For what only reads. */
const shared = sharedScenes();

test.each(titled(routes))("%s takes usual input, the least and the most", async (_, spec) => {
	let scene = await (spec.method === "get" ? shared(spec) : newScene(spec));
	await expectSuccess(spec, scene, queryFor(spec, scene.params), bodyFor(spec, scene.params));
	if (spec.body === undefined && spec.query === undefined) return;
	for (const size of ["minimal", "maximal"] as const) {
		if (isOnce(spec)) scene = await newScene(spec);
		const known = knownOf(spec.operationId, scene.params);
		const make = (schema: Schema | undefined): unknown =>
			schema === undefined ? undefined : sampleOf(schema, size, known);
		await expectSuccess(spec, scene, toQuery(make(queryOf(spec))), make(bodyOf(spec)));
	}
});

/** The generator and the contract agree, so that a refusal is the service's. */
function sampleOf(schema: Schema, size: Size, known: ReturnType<typeof knownOf>): unknown {
	const value = sample(schema, size, known);
	expect(complaints(schema, value), JSON.stringify(value)).toEqual([]);
	return value;
}

async function expectSuccess(
	spec: AnyRoute,
	{ api, params }: Scene,
	query: string,
	body: unknown,
): Promise<void> {
	const headers = spec.isUpgrade === true ? { upgrade: "websocket" } : undefined;
	const reply = await api(spec.method.toUpperCase(), pathFor(spec, params) + query, body, headers);
	expectPublished(spec, reply);
	const where = `${reply.text} to ${query} ${JSON.stringify(body)}`;
	expect(reply.status, where.slice(0, 2000)).toBeLessThan(300);
}

function toQuery(query: unknown): string {
	const entries = Object.entries(Object(query)).map(([name, value]) => [name, String(value)]);
	return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
}
