// The hooks in a sender's own page, on another site, against the real server.
import type { Page, WebSocketRoute } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { HostServer, SITE_FLAGS } from "../hosts/host-server.ts";
import type { Customer, Json } from "../support/journey.ts";
import { waitFor } from "../support/local-server.ts";
import { PortalScene } from "./support/portal.ts";

const MESSAGES = 5;
const EVENT_TYPES = ["a.b", "c.d", "e.f"];

/** What holds soon; on a busy machine a little later. */
const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 20_000 });

const scene = new PortalScene();
const host = new HostServer();

beforeAll(async () => {
	await Promise.all([scene.start(SITE_FLAGS), host.start("hooks")]);
	const { svix } = scene.installation;
	for (const name of EVENT_TYPES) await svix.eventType.create({ name, description: name });
});
afterEach(() => scene.leave());
afterAll(() => Promise.all([host.stop(), scene.stop()]));

/** A page of the sender, for a customer who is logged in there. */
class HookPage {
	readonly page: Page;

	constructor(page: Page) {
		this.page = page;
	}

	/** What a hook gives now, without its functions. */
	state(name: string): Promise<Json> {
		return this.page.evaluate((hook) => {
			// safe because the host page makes it
			const { hooks } = window as unknown as { hooks: Record<string, unknown> };
			return JSON.parse(JSON.stringify(hooks[hook]));
		}, name);
	}

	/** What a hook gave at first. */
	first(name: string): Promise<Json> {
		return this.page.evaluate((hook) => {
			// safe because the host page makes it
			const { drawn } = window as unknown as { drawn: Record<string, unknown[]> };
			return drawn[hook]?.[0];
		}, name);
	}

	/** Calls functions of a hook as they are now, one after the other without a drawing between. */
	call(name: string, ...calls: [path: string, ...args: unknown[]][]): Promise<Json> {
		return this.page.evaluate(
			([hook, all]) => {
				// safe because the host page makes it
				const { hooks } = window as unknown as { hooks: Record<string, Json> };
				const results = all.map(([path, ...args]) =>
					path.split(".").reduce((at, part) => at[part], hooks[hook])(...args),
				);
				return results.at(-1);
			},
			[name, calls] as const,
		);
	}

	set(more: object): Promise<void> {
		return this.page.evaluate((setting) => {
			// safe because the host page makes it
			const { set } = window as unknown as { set: (more: object) => void };
			set(setting);
		}, more);
	}

	/** Waits until a hook has its answer. */
	async settles(name: string): Promise<Json> {
		await eventually(async () => (await this.state(name)).loading).toBe(false);
		return await this.state(name);
	}

	/** Goes through a list, page by page, and back to its beginning. */
	async walk(name: string): Promise<string[]> {
		const pages: string[][] = [];
		for (;;) {
			const { data, hasNextPage, error } = await this.settles(name);
			expect(error).toBeUndefined();
			pages.push(data.map((row: Json) => row.id ?? row.name));
			if (!hasNextPage) break;
			// A second click before the answer skips no page.
			await this.call(name, ["nextPage"], ["nextPage"]);
			await eventually(async () => (await this.state(name)).hasPrevPage).toBe(true);
		}
		for (const page of pages.slice(0, -1).reverse()) {
			await this.call(name, ["prevPage"]);
			const ids = async () => {
				const { data } = await this.settles(name);
				return data.map((row: Json) => row.id ?? row.name);
			};
			await eventually(ids).toEqual(page);
		}
		expect((await this.state(name)).hasPrevPage).toBe(false);
		return pages.flat();
	}
}

async function open(
	version: 18 | 19,
	customer: Customer,
	props: object,
	prepare: (page: Page) => Promise<void> = async () => {},
): Promise<HookPage> {
	const path = `/auth/app-portal-access/${customer.uid}/`;
	const { token } = await scene.installation.call("POST", path, {});
	const page = await scene.page();
	await prepare(page);
	const { url: serverUrl } = scene.installation.server;
	const all = { appId: customer.uid, token, serverUrl, ...props };
	await page.goto(host.page("hooks", version, all));
	return new HookPage(page);
}

describe.each([18, 19] as const)("React %i", (version) => {
	test("Hooks of endpoints read, page and change", async () => {
		const customer = await scene.customer(`endpoints-${version}`);
		for (const uid of ["one", "two", "three", "four", "five"]) await customer.endpoint(uid);
		const at = await open(version, customer, {
			...{ group: "endpoints", endpointId: "one", options: { limit: 2 } },
		});
		for (const name of ["endpoints", "endpoint", "stats", "secret", "headers"]) {
			expect(await at.first(name)).toMatchObject({ loading: true });
			expect(await at.settles(name)).toHaveProperty("data");
		}
		const ids = await at.walk("endpoints");
		expect([ids.length, new Set(ids).size]).toEqual([5, 5]);
		await at.call("endpoints", ["nextPage"]);
		await eventually(async () => (await at.state("endpoints")).hasPrevPage).toBe(true);
		await at.set({ options: { limit: 3 } });
		const again = await at.settles("endpoints");
		expect([again.data.length, again.hasPrevPage, again.iterator]).toEqual([3, false, undefined]);

		const { key } = (await at.state("secret")).data;
		await at.call("secret", ["rotateSecret"]);
		await eventually(async () => (await at.state("secret")).data.key).not.toBe(key);
		await at.call("headers", ["updateEndpointHeaders", { headers: { a: "1", b: "2" } }]);
		await at.call("headers", ["patchEndpointHeaders", { headers: { c: "3" } }]);
		const headersNow = async () => (await at.state("headers")).data.headers;
		await eventually(headersNow).toEqual({ a: "1", b: "2", c: "3" });

		const { url } = (await at.state("endpoint")).data;
		const updated = await at.call("functions", [
			"updateEndpoint",
			{ uid: "one", url, description: "new" },
		]);
		expect(updated).toMatchObject({ description: "new", createdAt: expect.any(Date) });
		expect(await at.call("functions", ["pauseEndpoint"])).toMatchObject({ paused: true });
		expect(await at.call("functions", ["resumeEndpoint"])).toMatchObject({ paused: false });
		const patched = await at.call("functions", ["patchEndpoint", { uid: "first" }]);
		await at.set({ endpointId: patched.uid });
		expect((await at.settles("endpoint")).data).toMatchObject({ uid: "first", description: "new" });
		await at.call("functions", ["deleteEndpoint"]);
		await at.call("endpoint", ["reload"]);
		await eventually(async () => (await at.state("endpoint")).error).toMatchObject({ status: 404 });
		await at.set({ endpointId: "two" });
		const two = await at.settles("endpoint");
		expect([two.data.uid, two.error]).toEqual(["two", undefined]);
	});

	test("A new endpoint has what was chosen, is made once, and says what is wrong", async () => {
		const customer = await scene.customer(`new-${version}`);
		const at = await open(version, customer, { group: "endpoints" });
		expect(await at.first("endpoint")).toMatchObject({ loading: false });
		await at.call("newEndpoint", ["url.setValue", "nowhere"]);
		await eventually(async () => (await at.state("newEndpoint")).url.value).toBe("nowhere");
		const wrong = await at.page.evaluate(async () => {
			// safe because the host page makes it
			const { hooks } = window as unknown as { hooks: Record<string, Json> };
			const { error } = await hooks.newEndpoint.createEndpoint();
			return [error.name, error.status, Object.keys(error.fields)];
		});
		expect(wrong).toEqual(["EdgehookError", 422, ["url"]]);
		const fields = { url: "https://example.com/x", eventTypes: ["a.b"], rateLimitPerSecond: 7 };
		for (const [name, value] of Object.entries(fields)) {
			await at.call("newEndpoint", [`${name}.setValue`, value]);
		}
		await eventually(async () => (await at.state("newEndpoint")).rateLimitPerSecond.value).toBe(7);
		const made = await at.call("newEndpoint", ["createEndpoint"], ["createEndpoint"]);
		expect(made.endpoint).toMatchObject({
			...{ url: fields.url, eventTypes: ["a.b"], throttleRate: 7 },
		});
		expect((await customer.call("GET", "/endpoint/")).data).toHaveLength(1);
	});

	test("Hooks of messages read and page", async () => {
		const customer = await scene.customer(`messages-${version}`);
		await customer.endpoint("good");
		await customer.endpoint("bad", "?status=500");
		const sent = await customer.sendMany(MESSAGES);
		const other = await customer.send("c.d", { payload: { timestamp: "2020-01-01T00:00:00Z" } });
		await customer.arrives("good", MESSAGES + 1);
		const options = { limit: 2, eventTypes: ["a.b"], withContent: true };
		const at = await open(version, customer, {
			...{ group: "messages", endpointId: "good", messageId: sent[0], options },
		});
		expect((await at.walk("messages")).sort()).toEqual(sent);
		expect((await at.walk("attemptedMessages")).sort()).toEqual(sent);
		const attempts = async () => new Set(await at.walk("endpointAttempts")).size;
		expect(await attempts()).toBe(MESSAGES);
		expect((await at.walk("eventTypes")).sort()).toEqual(EVENT_TYPES);
		expect((await at.settles("messageAttempts")).data.length).toBeGreaterThan(0);
		const endpoints = (await at.settles("messageEndpoints")).data;
		expect(endpoints.map(({ uid }: Json) => uid).sort()).toEqual(["bad", "good"]);

		// What the sender wrote stays a text, whatever it is called.
		await at.set({ messageId: other, options: { ...options, eventTypes: [{ name: "c.d" }] } });
		await at.settles("message");
		const { payload, isDate } = await at.page.evaluate(() => {
			// safe because the host page makes it
			const { hooks } = window as unknown as { hooks: Record<string, Json> };
			const { data } = hooks.message;
			return { payload: data.payload, isDate: data.timestamp instanceof Date };
		});
		expect([payload, isDate]).toEqual([{ timestamp: "2020-01-01T00:00:00Z" }, true]);
		const filtered = async () => (await at.settles("messages")).data.map(({ id }: Json) => id);
		await eventually(filtered).toEqual([other]);

		await at.settles("messageAttempts");
		const [{ endpointId }] = (await at.state("messageAttempts")).data;
		const { uid } = await customer.call("GET", `/endpoint/${endpointId}/`);
		const before = customer.seen(uid).length;
		await at.call("attemptFunctions", ["resendAttempt"]);
		await waitFor("it is sent again", () => customer.seen(uid).length > before);
	});

	test("An old request ends where a new one begins", async () => {
		const customer = await scene.customer(`ended-${version}`);
		await customer.endpoint("slow");
		await customer.endpoint("fast");
		const at = await open(version, customer, { group: "live", endpointId: "fast" });
		await at.settles("lane");
		let letGo = () => {};
		const held = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		await at.page.route("**/endpoint/slow/**", async (route) => {
			await held;
			await route.continue().catch(() => undefined);
		});
		const begun = at.page.waitForRequest(/endpoint\/slow\/lane/);
		await at.set({ endpointId: "slow" });
		await begun;
		expect(await at.state("lane")).toEqual({ loading: true });
		const ended = at.page.waitForEvent("requestfailed");
		await at.set({ endpointId: "fast" });
		expect((await ended).url()).toMatch(/endpoint\/slow\/lane/);
		letGo();
		expect((await at.settles("lane")).data).toMatchObject({ waiting: 0 });
	});

	test("Hooks of what goes on: a lane, a repair and its task, the live tail to its end", async () => {
		const customer = await scene.customer(`live-${version}`);
		await customer.endpoint("paused");
		await customer.call("POST", "/endpoint/paused/pause/");
		const at = await open(version, customer, {
			...{ group: "live", endpointId: "paused", options: { limit: 2, eventTypes: ["a.b"] } },
		});
		expect(await at.state("both")).toEqual({ appId: customer.uid, isSame: true });
		const tail = () => at.state("tail");
		await eventually(async () => (await tail()).status).toBe("open");
		const [one, two, three] = await customer.sendMany(3);
		await customer.send("c.d");
		const told = async () => (await tail()).messages.map(({ id }: Json) => id);
		await eventually(told).toEqual(expect.arrayContaining([three]));
		// No more than asked for, and nothing of other types.
		expect((await told()).length).toBeLessThanOrEqual(2);
		expect([one, two, three]).toEqual(expect.arrayContaining(await told()));
		await eventually(async () => (await at.state("lane")).data?.waiting).toBe(4);
		expect(await at.call("lane", ["cancelWaiting"])).toEqual({ cancelled: 4 });
		await eventually(async () => (await at.state("lane")).data.waiting).toBe(0);
		await customer.call("POST", "/endpoint/paused/resume/");

		const since = new Date(Date.now() - 3_600_000).toISOString();
		const count = ["countMessages", { kind: "bulk-replay", since }] as [string, object];
		expect(await at.call("replay", count)).toEqual({ count: 4, isExact: true });
		const { id } = await at.call("replay", ["bulkReplay", { since }]);
		await at.set({ taskId: id });
		await eventually(async () => (await at.state("task")).data?.status).toBe("finished");
		await customer.arrives("paused", 4);
		const none = ["countMessages", { kind: "replay-missing", since }] as [string, object];
		expect(await at.call("replay", none)).toMatchObject({ count: 0 });
		await at.call("replay", ["recover", { since }]);
		await at.call("replay", ["replayMissing", { since }]);
		await at.call("tasks", ["reload"]);
		await eventually(async () => (await at.state("tasks")).data?.length).toBe(2);
		expect(await at.walk("tasks")).toHaveLength(3);

		await scene.installation.call("POST", `/auth/app/${customer.uid}/expire-all/`, {});
		await customer.send("a.b");
		await eventually(async () => (await tail()).status).toBe("ended");
		expect((await tail()).error).toMatchObject({ status: 401 });
	});

	test("The live tail connects again, and reads what it missed", async () => {
		const customer = await scene.customer(`missed-${version}`);
		let missed = "";
		const sockets: WebSocketRoute[] = [];
		const at = await open(version, customer, { group: "live" }, (page) =>
			page.routeWebSocket(/\/tail\//, async (socket) => {
				sockets.push(socket);
				// Accepted while nothing is connected.
				if (sockets.length === 2) missed = await customer.send();
				socket.connectToServer();
			}),
		);
		await eventually(async () => (await at.state("tail")).status).toBe("open");
		const first = await customer.send();
		const told = async () => (await at.state("tail")).messages.map(({ id }: Json) => id);
		await eventually(told).toEqual([first]);
		await sockets[0]?.close({ code: 3000 });
		await eventually(async () => (await told()).length).toBe(2);
		const last = await customer.send();
		await eventually(told).toEqual([last, missed, first]);
		expect(sockets).toHaveLength(2);
		sockets[1]?.send('{"type":"skipped","count":3}');
		await eventually(async () => (await at.state("tail")).skipped).toBe(3);
	});
});
