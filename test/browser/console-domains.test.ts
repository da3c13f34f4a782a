// Domains that the platform decides about: the console shows by itself how they stand, and begins anew only what failed.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { CLOUDFLARE_TOKEN, CloudflareApi } from "../support/cloudflare-api.ts";
import { openConsole, signIn } from "./support/console.ts";
import { expectAccessible } from "./support/guard.ts";
import { PortalScene } from "./support/portal.ts";

const ZONE = "0123456789abcdef0123456789abcdef";
/** Longer than from one look to the next, and than from one reading of the list to the next. */
const LOOK_MS = 31_000;
/** The server waits for some seconds before it asks the platform again. */
const SOON_MS = 30_000;

const platform = new CloudflareApi();
let scene: PortalScene;

beforeAll(async () => {
	await platform.start();
	scene = new PortalScene({
		OWN_HOSTS: "hooks.edgehook.example",
		SAAS_ZONE_ID: ZONE,
		CLOUDFLARE_API_TOKEN: CLOUDFLARE_TOKEN,
		CLOUDFLARE_API_URL: platform.url,
	});
	await scene.start();
});
afterEach(() => scene.leave());
afterAll(async () => {
	await scene.stop();
	await platform.stop();
});

const newHost = () => `events.${crypto.randomUUID()}.com`;

/** Changes what the platform says of a name. */
async function control(hostname: string, fields: object): Promise<void> {
	const body = JSON.stringify({ hostname, ...fields });
	await fetch(`${platform.url}/control/${ZONE}`, { method: "POST", body });
}

type Known = { id: string; hostname: string; ssl: { status: string } };

/** What the platform knows of a name, and how often its validation was begun anew. */
async function told(hostname: string): Promise<{ status: string; begun: number }> {
	const response = await fetch(`${platform.url}/control/${ZONE}`);
	const all: { requests: string[]; hostnames: Known[] } = await response.json();
	const one = all.hostnames.find((known) => known.hostname === hostname);
	const begun = all.requests.filter(
		(request) => request.startsWith("PATCH ") && request.includes(one?.id ?? "none"),
	);
	return { status: one?.ssl.status ?? "missing", begun: begun.length };
}

test("What is pending becomes active by itself; looking again restarts nothing but what has failed", async () => {
	const host = newHost();
	const page = await scene.page();
	await page.clock.install();
	const { server } = scene.installation;
	await page.goto(`${server.url}/console/catalog`);
	await signIn(page, server.apiKey);
	await page.getByRole("button", { name: "Add a domain" }).click();
	await page.getByLabel("Host name").fill(host);
	await page.getByRole("dialog").getByRole("button", { name: "Add a domain" }).click();
	const domain = page.getByRole("region", { name: host });
	await domain.getByText("Waiting for DNS").waitFor();
	const becomes = (status: string) =>
		expect
			.poll(
				async () => {
					await page.clock.fastForward(LOOK_MS);
					return await domain.getByText(status, { exact: true }).count();
				},
				{ timeout: SOON_MS, interval: 500 },
			)
			.toBe(1);

	const missing = { ssl: { status: "pending_issuance" }, verification_errors: ["No CNAME yet."] };
	await control(host, missing);
	const again = domain.getByRole("button", { name: "Look again" });
	await again.click();
	await domain.getByText("No CNAME yet.").waitFor();
	expect(await told(host)).toEqual({ status: "pending_issuance", begun: 0 });

	const late = { ssl: { status: "validation_timed_out" }, verification_errors: ["Too late."] };
	await control(host, late);
	await becomes("Failed");
	await domain.getByText("Too late.").waitFor();
	await expectAccessible(page);
	expect(await told(host)).toEqual({ status: "validation_timed_out", begun: 0 });
	await control(host, { verification_errors: [] });
	await again.click();
	await domain.getByText("Waiting for DNS").waitFor();
	expect(await told(host)).toEqual({ status: "pending_validation", begun: 1 });

	await control(host, { status: "active", ssl: { status: "active" } });
	await becomes("Active");
	expect(await again.count()).toBe(0);
	expect((await told(host)).begun).toBe(1);
	const asked: string[] = [];
	page.on("request", (request) => asked.push(new URL(request.url()).pathname));
	const isList = (path: string) => path.endsWith("/environment/domain/");
	await expect
		.poll(async () => {
			await page.clock.fastForward(LOOK_MS);
			return asked.filter(isList).length;
		})
		.toBeGreaterThan(1);
	// What is active is in the list, and not asked about.
	expect(asked.filter((path) => path.includes("/domain/dom_"))).toEqual([]);
}, 90_000);

test("The operator is told that the platform decides", async () => {
	const host = newHost();
	const body = { hostname: host, serves: "catalog" };
	const { id } = await scene.installation.call("POST", "/environment/domain/", body);
	const page = await openConsole(scene, "/operator");
	await page.getByRole("row", { name: host }).getByRole("button").click();
	await page.getByRole("menuitem", { name: "Activate" }).click();
	await page.locator("dialog footer").getByRole("button", { name: "Activate" }).click();
	await page.getByText("The platform decides when a domain is active").waitFor();
	const found = await scene.installation.call("GET", `/environment/domain/${id}/`);
	expect(found.status).toBe("pending");
});
