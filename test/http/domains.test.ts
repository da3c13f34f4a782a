// An organisation's own domains: asked for, activated by the operator or by the platform, and taken away.
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { newApi } from "../support/api.ts";
import { expectError, expectIssues } from "../support/contract.ts";
import { newPlatformSite, newSite, OWN_HOST, type Site } from "../support/site.ts";

const PATH = "/environment/domain";
const newHost = () => `a${crypto.randomUUID()}.customer.example`;
const routing = (name: string) => ({ type: "CNAME", purpose: "routing", name, value: OWN_HOST });

/** Lets a domain be one that was asked about long ago. */
const age = (id: string) =>
	env.DB.prepare("UPDATE domains SET checked_at = 0 WHERE id = ?1").bind(id).run();

/** A sweep that finds no domain but this one, which nobody has asked about for long. */
async function sweepAlone(site: Site, id: string): Promise<void> {
	await env.DB.prepare("DELETE FROM domains WHERE id <> ?1").bind(id).run();
	await age(id);
	await site.sweep(Date.now());
}

async function newKeys(site: Site) {
	const [{ key }, { key: operator }] = [await newApi(), await newApi(FIRST_ORGANISATION)];
	const create = (hostname: string, serves = "catalog", by = key) =>
		site.call(by, "POST", PATH, { hostname, serves });
	return { key, operator, create };
}

test("a domain is asked for under its one spelling, and shown with what must be set in DNS", async () => {
	const site = newSite();
	const { key, create } = await newKeys(site);
	const host = newHost();
	const { status, body } = await create(`${host.toUpperCase()}.`);
	expect(status).toBe(201);
	expect(body).toEqual({
		id: expect.stringMatching(/^dom_/),
		hostname: host,
		serves: "catalog",
		status: "pending",
		problem: null,
		records: [routing(host)],
		createdAt: expect.any(String),
		updatedAt: body.createdAt,
	});
	expect((await site.call(key, "GET", `${PATH}/${body.id}`)).body).toEqual(body);
	expect((await site.call(key, "POST", `${PATH}/${body.id}/verify`)).body).toEqual(body);
	expect((await site.call(key, "GET", PATH)).body.data).toEqual([body]);
	expectError(await create(host, "portal"), 409, "conflict");
	expect((await site.call(key, "DELETE", `${PATH}/${body.id}`)).status).toBe(204);
	expectError(await site.call(key, "GET", `${PATH}/${body.id}`), 404, "not_found");
	expect((await create(host, "portal")).status).toBe(201);
});

test("what is no host name of one's own is refused in words", async () => {
	const site = newSite();
	const { create } = await newKeys(site);
	for (const hostname of [
		"127.0.0.1",
		"a.example:80",
		OWN_HOST,
		"localhost",
		"https://a.example",
	]) {
		expectIssues(await create(hostname), ["body", "hostname"]);
	}
	expectIssues(await create(newHost(), "docs"), ["body", "serves"]);
});

test("an organisation has at most ten domains", async () => {
	const site = newSite();
	const { create } = await newKeys(site);
	for (let i = 0; i < 10; i++) expect((await create(newHost())).status).toBe(201);
	expectError(await create(newHost()), 409, "conflict");
});

test("the operator activates a domain for one organisation, and takes it back", async () => {
	const site = newSite();
	const { key, operator, create } = await newKeys(site);
	const other = await newKeys(site);
	const host = newHost();
	const { id } = (await create(host)).body;
	const theirs = (await other.create(host)).body.id;
	const put = (domain: string, active: boolean, by = operator) =>
		site.call(by, "PUT", `/operator/domain/${domain}`, { active });
	expectError(await put(id, true, key), 403, "insufficient access");
	expect((await put(id, true)).body).toMatchObject({ id, status: "active", hostname: host });
	expectError(await put(theirs, true), 409, "conflict");
	expectError(await (await newKeys(site)).create(host), 409, "conflict");
	expect((await put(id, false)).body.status).toBe("pending");
	expect((await put(theirs, true)).body.status).toBe("active");
	const remove = (by: string) => site.call(by, "DELETE", `/operator/domain/${theirs}`);
	expectError(await remove(key), 403, "insufficient access");
	expect((await remove(operator)).status).toBe(204);
	expectError(await remove(operator), 404, "not_found");
	const listed = await site.call(operator, "GET", "/operator/domain?limit=250&order=descending");
	expect(listed.body.data.map((domain: { id: string }) => domain.id)).toContain(id);
	expectError(await site.call(key, "GET", "/operator/domain"), 403, "insufficient access");
});

test("without hosts of its own the installation activates no domain", async () => {
	const site = newSite({ OWN_HOSTS: "" });
	const { operator, create } = await newKeys(site);
	const { id } = (await create(newHost())).body;
	const reply = await site.call(operator, "PUT", `/operator/domain/${id}`, { active: true });
	expectError(reply, 409, "conflict");
	expect(reply.body.detail).toContain("OWN_HOSTS");
});

test("the platform is told of a domain, asked how it stands, and told when it is gone", async () => {
	const site = newPlatformSite();
	const { key, operator, create } = await newKeys(site);
	const host = newHost();
	const { status, body } = await create(host);
	expect(status).toBe(201);
	expect(body).toMatchObject({ status: "pending", problem: null });
	expect(body.records).toEqual([
		routing(host),
		{
			type: "TXT",
			purpose: "ownership",
			name: `_cf-custom-hostname.${host}`,
			value: expect.stringMatching(/./),
		},
	]);
	const read = async () => {
		await age(body.id);
		return (await site.call(key, "GET", `${PATH}/${body.id}`)).body;
	};
	const problem = "custom hostname does not CNAME to this zone.";
	await site.control({
		hostname: host,
		verification_errors: [problem],
		ssl: {
			status: "pending_validation",
			validation_records: [{ txt_name: `_acme-challenge.${host}`, txt_value: "abc" }],
		},
	});
	const waiting = await read();
	expect(waiting).toMatchObject({ status: "pending", problem });
	expect(waiting.records.at(-1)).toEqual({
		type: "TXT",
		purpose: "certificate",
		name: `_acme-challenge.${host}`,
		value: "abc",
	});
	await site.control({ hostname: host, status: "active", verification_errors: [] });
	expect((await read()).status).toBe("pending");
	await site.control({ hostname: host, ssl: { status: "active", validation_records: null } });
	expect(await read()).toMatchObject({ status: "active", problem: null });
	expectError(
		await site.call(operator, "PUT", `/operator/domain/${body.id}`, { active: false }),
		409,
		"conflict",
	);
	expect((await site.call(key, "DELETE", `${PATH}/${body.id}`)).status).toBe(204);
	expect((await site.told()).hostnames).toEqual([]);
	expect(await rowOf(body.id)).toBeNull();
});

const rowOf = (id: string) =>
	env.DB.prepare("SELECT deleted_at FROM domains WHERE id = ?1").bind(id).first();

test("a read asks the platform at most every few seconds, a verification at once", async () => {
	const site = newPlatformSite();
	const { key, create } = await newKeys(site);
	const host = newHost();
	const { body } = await create(host);
	for (let i = 0; i < 3; i++) await site.call(key, "GET", `${PATH}/${body.id}`);
	expect((await site.told()).requests).toHaveLength(1);
	await site.control({ hostname: host, status: "active", ssl: { status: "active" } });
	const verified = await site.call(key, "POST", `${PATH}/${body.id}/verify`);
	expect(verified.body.status).toBe("active");
	expect((await site.told()).requests).toHaveLength(2);
});

test("a verification that is under way is left alone, and one that has failed begins anew", async () => {
	const site = newPlatformSite();
	const { key, create } = await newKeys(site);
	const host = newHost();
	const { body } = await create(host);
	const verify = async () => (await site.call(key, "POST", `${PATH}/${body.id}/verify`)).body;
	await site.control({ hostname: host, ssl: { status: "pending_issuance" } });
	for (let i = 0; i < 3; i++) expect((await verify()).status).toBe("pending");
	const under = await site.told();
	expect(under.requests.filter((request: string) => request.startsWith("PATCH "))).toEqual([]);
	expect(under.hostnames[0].ssl.status).toBe("pending_issuance");
	await site.control({ hostname: host, ssl: { status: "validation_timed_out" } });
	expect((await verify()).status).toBe("pending");
	const anew = await site.told();
	expect(anew.requests.slice(-2)).toEqual([
		expect.stringMatching(/^GET /),
		expect.stringMatching(/^PATCH /),
	]);
	expect(anew.hostnames[0].ssl).toMatchObject({ status: "pending_validation", method: "http" });
});

test("a domain that the platform has lost is made known again by a verification", async () => {
	const site = newPlatformSite();
	const { key, create } = await newKeys(site);
	const host = newHost();
	const { id } = (await create(host)).body;
	await site.control({ hostname: host, remove: true });
	const { body } = await site.call(key, "POST", `${PATH}/${id}/verify`);
	expect(body).toMatchObject({ status: "pending", problem: null });
	expect((await site.told()).hostnames).toMatchObject([{ hostname: host }]);
});

test.each([
	[{ status: "moved" }, "The name is moved."],
	[{ status: "blocked", verification_errors: ["It is blocked."] }, "It is blocked."],
	[
		{
			ssl: { status: "validation_timed_out", validation_errors: [{ message: "CAA forbids it." }] },
		},
		"CAA forbids it.",
	],
	[{ remove: true }, "The custom hostname was not found."],
])("what the platform gives up is an error in its words: %j", async (fields, problem) => {
	const site = newPlatformSite();
	const { key, create } = await newKeys(site);
	const host = newHost();
	const { id } = (await create(host)).body;
	await site.control({ hostname: host, ...fields });
	await age(id);
	const { body } = await site.call(key, "GET", `${PATH}/${id}`);
	expect(body).toMatchObject({ status: "error", problem });
});

test("a name that the platform refuses is refused, and one that somebody has there is a conflict", async () => {
	const site = newPlatformSite();
	const { create } = await newKeys(site);
	const refused = await create(`refused.${newHost()}`);
	expectIssues(refused, ["body", "hostname"]);
	expect(refused.body.detail[0].msg).toBe("This custom hostname cannot be used in this zone.");
	const host = newHost();
	await create(host);
	expectError(await (await newKeys(site)).create(host), 409, "conflict");
});

test("what a creation that was interrupted left at the platform is taken up", async () => {
	const site = newPlatformSite();
	const { create } = await newKeys(site);
	const host = newHost();
	const { id } = (await create(host)).body;
	await env.DB.prepare("DELETE FROM domains WHERE id = ?1").bind(id).run();
	const again = await create(host);
	expect(again.status).toBe(201);
	expect(again.body.records).toHaveLength(2);
	expect((await site.told()).hostnames).toHaveLength(1);
});

test.each([
	["rate", "The platform's API is asked too often at the moment."],
	["down", "The platform's API answered 502."],
	["garbage", "The platform's API answered 200."],
	["huge", "The platform's API did not answer."],
])(
	"while the platform fails (%s) a domain waits, and the sweep makes it known later",
	async (kind, problem) => {
		const site = newPlatformSite();
		const { key, create } = await newKeys(site);
		await site.control({ fail: kind });
		const host = newHost();
		const { status, body } = await create(host);
		expect(status).toBe(201);
		expect(body).toMatchObject({ status: "pending", problem });
		await site.control({ fail: null });
		await sweepAlone(site, body.id);
		expect((await site.told()).hostnames).toMatchObject([{ hostname: host }]);
		await site.control({ hostname: host, status: "active", ssl: { status: "active" } });
		await sweepAlone(site, body.id);
		await site.control({ fail: kind });
		const read = () => site.call(key, "GET", `${PATH}/${body.id}`);
		expect((await read()).body).toMatchObject({ status: "active", problem: null });
		// It was active before, and stays so while nobody can tell.
		await sweepAlone(site, body.id);
		expect((await read()).body).toMatchObject({ status: "active", problem });
	},
);

test("a wrong token is the operator's matter, and is not shown", async () => {
	const site = newPlatformSite({ CLOUDFLARE_API_TOKEN: "wrong-token" });
	const { create } = await newKeys(site);
	const { body, text } = await create(newHost());
	expect(body.problem).toBe("The platform's API refuses the installation's token.");
	expect(text).not.toContain("wrong-token");
});

test("a domain that the platform does not forget at once is gone all the same, and forgotten by the sweep", async () => {
	const site = newPlatformSite();
	const { key, create } = await newKeys(site);
	const host = newHost();
	const { id } = (await create(host)).body;
	await site.control({ hostname: host, status: "active", ssl: { status: "active" } });
	await age(id);
	expect((await site.call(key, "GET", `${PATH}/${id}`)).body.status).toBe("active");
	await site.control({ fail: "down" });
	expect((await site.call(key, "DELETE", `${PATH}/${id}`)).status).toBe(204);
	expectError(await site.call(key, "GET", `${PATH}/${id}`), 404, "not_found");
	expect(await (await site.open(`https://${host}/`)).text()).toBe(
		"There is nothing at this host.\n",
	);
	expect((await site.told()).hostnames).toHaveLength(1);
	await site.control({ fail: null });
	await sweepAlone(site, id);
	expect((await site.told()).hostnames).toEqual([]);
	expect(await rowOf(id)).toBeNull();
});
