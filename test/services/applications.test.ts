// Which lanes hear of a change of an application, and that a lane that does not answer fails nobody.
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { Route } from "../../src/core/delivery.ts";
import { type EndpointId, newId } from "../../src/core/ids.ts";
import { toServiceContext } from "../../src/http/context.ts";
import { randomBytes } from "../../src/platform/clock.ts";
import type { Lanes } from "../../src/platform/lane-client.ts";
import {
	type ApplicationInput,
	createApplication,
	patchApplication,
	putApplication,
} from "../../src/services/applications.ts";
import { createEndpoint, patchEndpoint } from "../../src/services/endpoints.ts";
import { tools } from "../support/delivery.ts";

const INPUT: ApplicationInput = { name: "A", uid: null, throttleRate: 5, metadata: {} };
const ENDPOINT = {
	...{ url: "https://example.com/", description: "", uid: null, version: 1, disabled: false },
	...{ eventTypes: null, channels: null, throttleRate: null, metadata: {} },
};

afterEach(() => {
	vi.restoreAllMocks();
});

/** An application with so many endpoints, and which lanes are told of what happens from then on. */
async function newRoom(count: number, isAway: (id: EndpointId) => boolean = () => false) {
	const told: EndpointId[] = [];
	const later: Promise<unknown>[] = [];
	const limits: (number | null)[] = [];
	let atOnce = 0;
	let atOnceMax = 0;
	const of = (id: EndpointId) => ({
		async invalidate(route?: Route) {
			if (route !== undefined) limits.push(route.throttleRate);
			atOnceMax = Math.max(atOnceMax, ++atOnce);
			await new Promise((resolve) => setTimeout(resolve, 2));
			atOnce--;
			if (isAway(id)) throw new Error("away");
			told.push(id);
		},
	});
	const organisationId = newId("org", Date.now(), randomBytes(16));
	const caller = { organisationId, onlyApplicationId: null, featureFlags: null };
	const ctx = {
		...toServiceContext(tools, caller, "http://edgehook.test/", (work) => later.push(work)),
		lanes: { of } as unknown as Lanes, // safe because nothing else is called
	};
	const { application } = await createApplication(ctx, INPUT, false);
	const ids: EndpointId[] = [];
	for (let i = 0; i < count; i++) {
		const only = { secret: null, headers: null };
		ids.push((await createEndpoint(ctx, application.id, ENDPOINT, only)).endpoint.id);
	}
	await Promise.all(later);
	told.length = 0;
	atOnceMax = 0;
	return { ctx, id: application.id, ids, told, limits, atOnceMax: () => atOnceMax };
}

test("a changed rate reaches every lane that goes by it, many at once, and the database is asked once for all", async () => {
	const { ctx, id, ids, told, limits, atOnceMax } = await newRoom(60);
	const [own = "ep_", ...inheriting] = ids;
	await patchEndpoint(ctx, id, own, { throttleRate: 3 });
	told.length = 0;
	await patchApplication(ctx, id, { throttleRate: 9 });
	expect([...told].sort()).toEqual(inheriting.sort());
	expect(new Set(limits)).toEqual(new Set([9]));
	expect(limits).toHaveLength(59);
	expect(atOnceMax()).toBe(59);
});

test.each<[string, Partial<ApplicationInput>, number]>([
	["a name", { name: "B" }, 0],
	["the same rate", { throttleRate: 5 }, 0],
	["another rate", { throttleRate: 6 }, 2],
	["no rate", { throttleRate: null }, 2],
])("%s tells as many lanes as it must", async (_name, changes, expected) => {
	const { ctx, id, told } = await newRoom(2);
	await patchApplication(ctx, id, changes);
	expect(told).toHaveLength(expected);
	const again = await newRoom(2);
	await putApplication(again.ctx, again.id, { ...INPUT, ...changes });
	expect(again.told).toHaveLength(expected);
});

test("a lane that does not answer fails nobody, keeps no other from it, and is written down", async () => {
	const logged = vi.spyOn(console, "error").mockImplementation(() => {});
	let away: EndpointId | null = null;
	const { ctx, id, ids, told } = await newRoom(3, (of) => of === away);
	away = ids[1] ?? null;
	const { application } = await patchApplication(ctx, id, { throttleRate: 9 });
	expect(application.throttleRate).toBe(9);
	expect([...told].sort()).toEqual(ids.filter((of) => of !== away).sort());
	expect(logged).toHaveBeenCalledOnce();
	expect(logged.mock.calls[0]?.[0]).toContain(away);
	const row = await env.DB.prepare("SELECT throttle_rate FROM applications WHERE id = ?1")
		.bind(id)
		.first();
	expect(row).toEqual({ throttle_rate: 9 });
});
