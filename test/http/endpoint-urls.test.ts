// An endpoint's URL: never this service itself, and never shown with its password.
import { env, exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newApp, newTarget, until } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";

const SHOWN = "https://user:***@example.com/hook";
const STORED = "https://user:p%40w@example.com/hook";

async function newEndpoint(url: string) {
	const api = await newCheckedApi();
	const app = `/app/${await newApp(api)}`;
	const { body } = await api("POST", `${app}/endpoint`, { url });
	const path = `${app}/endpoint/${body.id}`;
	const stored = async () =>
		(await env.DB.prepare("SELECT url FROM endpoints WHERE id = ?1").bind(body.id).first("url")) ??
		null;
	return { api, app, path, body, stored };
}

test.each(["http://edgehook.test/api", "http://EDGEHOOK.test.:80/", "http://u:p@edgehook.test"])(
	"the service's own host is no target: %s",
	async (url) => {
		const { api, app, path } = await newEndpoint("https://example.com/");
		expectIssues(await api("POST", `${app}/endpoint`, { url }), ["body", "url"]);
		expectIssues(await api("PATCH", path, { url }), ["body", "url"]);
		expectIssues(await api("PUT", path, { url }), ["body", "url"]);
		expectIssues(await api("PUT", `${app}/endpoint/none`, { url }), ["body", "url"]);
	},
);

test("another port or a name below the own host is a target", async () => {
	const { api, app } = await newEndpoint("https://example.com/");
	for (const url of ["http://edgehook.test:8080/", "http://a.edgehook.test/"]) {
		expect((await api("POST", `${app}/endpoint`, { url })).status).toBe(201);
	}
});

test("the own host is the one that was asked, with its port", async () => {
	const { api, app } = await newEndpoint("https://example.com/");
	const ask = (url: string) =>
		exports.default.fetch(`https://hooks.example:8443/api/v1${app}/endpoint`, {
			method: "POST",
			headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json" },
			body: JSON.stringify({ url }),
		});
	expect((await ask("https://hooks.example:8443/")).status).toBe(422);
	expect((await ask("https://hooks.example/")).status).toBe(201);
});

test("a URL's password is stored, and in no answer", async () => {
	const { api, app, path, body, stored } = await newEndpoint(STORED);
	expect(body.url).toBe(SHOWN);
	const list = await api("GET", `${app}/endpoint`);
	expect(list.body.data[0].url).toBe(SHOWN);
	expect((await api("GET", path)).body.url).toBe(SHOWN);
	expect(await stored()).toBe(STORED);
});

test("a URL that comes back as it was shown keeps its password", async () => {
	const { api, path, stored } = await newEndpoint(STORED);
	for (const method of ["PATCH", "PUT"]) {
		expect((await api(method, path, { url: SHOWN })).body.url).toBe(SHOWN);
		expect(await stored()).toBe(STORED);
	}
	await api("PATCH", path, { url: "https://user:***@example.com/moved" });
	expect(await stored()).toBe("https://user:p%40w@example.com/moved");
	await api("PATCH", path, { url: "https://user:new@example.com/hook" });
	expect(await stored()).toBe("https://user:new@example.com/hook");
	await api("PATCH", path, { url: "https://user@example.com/hook" });
	expect(await stored()).toBe("https://user@example.com/hook");
});

test("what stands for a password is none of its own, and takes none to another host", async () => {
	const { api, app, path, stored } = await newEndpoint(STORED);
	expectIssues(await api("POST", `${app}/endpoint`, { url: SHOWN }), ["body", "url"]);
	const elsewhere = { url: "https://user:***@evil.example/hook" };
	expectIssues(await api("PATCH", path, elsewhere), ["body", "url"]);
	expectIssues(await api("PUT", path, elsewhere), ["body", "url"]);
	expect(await stored()).toBe(STORED);
});

test("attempts show the URL without its password, too", async () => {
	const target = newTarget();
	const { api, app, path } = await newEndpoint(target.url.replace("//", "//user:secretpw@"));
	const { body } = await api("POST", `${app}/msg`, { eventType: "a", payload: {} });
	const id = path.split("/").at(-1);
	const lists = [`${app}/attempt/msg/${body.id}`, `${app}/attempt/endpoint/${id}`];
	for (const list of lists) {
		const attempts = await until(
			() => api("GET", list),
			(reply) => reply.body.data.length === 1,
		);
		const one = await api("GET", `${app}/msg/${body.id}/attempt/${attempts.body.data[0].id}`);
		expect(one.body.url).toBe(target.url.replace("//", "//user:***@"));
		for (const reply of [attempts, one]) expect(reply.text).not.toContain("secretpw");
	}
	const [seen] = await target.seen();
	expect(seen.headers.authorization).toBe(`Basic ${btoa("user:secretpw")}`);
});
