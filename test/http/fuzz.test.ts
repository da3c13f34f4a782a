// Thousands of made-up requests: the API is never at fault, and says what is wrong in the documented shape.
import fc from "fast-check";
import { expect, inject, test } from "vitest";
import type { AnyRoute } from "../../src/http/route.ts";
import { routes } from "../../src/http/routes/index.ts";
import type { Api } from "../support/api.ts";
import { Known, sentShots, shoot } from "../support/fuzz.ts";
import { type Shot, shotAt, wildShot } from "../support/fuzz-requests.ts";
import { newScene, ownerOf, type Scene, titled } from "../support/scene.ts";
import { newToken } from "../support/tokens.ts";

/** `FUZZ=10` sends ten times as many. */
const TIMES = inject("fuzzTimes");
const TIMEOUT_MS = 120_000 * TIMES;
const REQUESTS_MIN = 2000;

/** Without the routes that need the operator's key, which the others do not have. */
const ordinary = routes.filter((spec) => ownerOf(spec.operationId) === undefined);

/** One scene for all that only read. */
let read: ReturnType<typeof newScene> | null = null;

function sceneOf(spec: AnyRoute): Promise<Scene> {
	if (spec.method === "get" && ordinary.includes(spec)) {
		read ??= newScene();
		return read;
	}
	// Pausing all delivery would stop the other tests: with the key of an ordinary organisation it is refused.
	return newScene(spec.operationId === "v1.operator.put-delivery" ? routes[0] : spec);
}

async function open(spec?: AnyRoute): Promise<{ api: Api; known: Known }> {
	const { api, params } = await (spec === undefined ? newScene(routes[0]) : sceneOf(spec));
	return { api, known: new Known(params) };
}

/** The same with the token of the scene's application. */
async function openAsCustomer(): Promise<{ api: Api; known: Known }> {
	const { api, params } = await newScene(routes[0]);
	return { api: await newToken(api, params.app_id ?? ""), known: new Known(params) };
}
const anyShot: fc.Arbitrary<Shot> = fc.oneof(
	...ordinary.map((spec) => ({
		weight: spec.method === "delete" ? 1 : 3,
		arbitrary: shotAt(spec),
	})),
);
const someShots = fc.array(anyShot, { minLength: 1, maxLength: 25, size: "max" });

test.concurrent.each(titled(routes))(
	"%s takes or refuses whatever is nearly right",
	async (_, spec) => {
		const { api, known } = await open(spec);
		await fc.assert(
			fc.asyncProperty(shotAt(spec), async (shot) => {
				await shoot(api, known, shot);
			}),
			{ numRuns: 10 * TIMES },
		);
	},
	TIMEOUT_MS,
);

test.concurrent(
	"whatever is sent to whatever path is answered in JSON",
	async () => {
		const { api, known } = await open();
		await fc.assert(
			fc.asyncProperty(wildShot, async (shot) => {
				await shoot(api, known, shot);
			}),
			{ numRuns: 400 * TIMES },
		);
	},
	TIMEOUT_MS,
);

/** What was written can be read. */
async function readAll(api: Api, known: Known): Promise<void> {
	for (const spec of ordinary.filter(({ method }) => method === "get")) {
		const nothing = { params: {}, query: "", headers: {}, body: null };
		await shoot(api, known, { method: "GET", path: spec.path, ...nothing });
	}
}

test.concurrent.each([
	["an organisation", 1, open],
	["another organisation", 2, open],
	["a customer", 3, openAsCustomer],
] as const)(
	"requests of %s that follow each other leave everything readable",
	async (_, nth, begin) => {
		await fc.assert(
			fc.asyncProperty(someShots, async (shots) => {
				const { api, known } = await begin();
				for (const shot of shots) await shoot(api, known, shot);
				await readAll(api, known);
			}),
			{ numRuns: 4 * TIMES, seed: (fc.readConfigureGlobal()?.seed ?? 0) + nth },
		);
	},
	TIMEOUT_MS,
);

test.concurrent(
	"requests at the same time leave everything readable",
	async () => {
		await fc.assert(
			fc.asyncProperty(someShots, async (shots) => {
				const { api, known } = await open();
				await Promise.all(shots.map((shot) => shoot(api, known, shot)));
				await readAll(api, known);
			}),
			{ numRuns: 4 * TIMES },
		);
	},
	TIMEOUT_MS,
);

test(`at least ${REQUESTS_MIN} requests were sent`, () => {
	expect(sentShots()).toBeGreaterThanOrEqual(REQUESTS_MIN);
});
