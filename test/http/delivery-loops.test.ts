// Deliveries never come back into the installation: by no name of its own, and by no domain of an organisation.
import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { FIRST_ORGANISATION } from "../../src/services/api-keys.ts";
import { newApi, newApp } from "../support/api.ts";
import { expectIssues, newCheckedApi } from "../support/contract.ts";
import { newSite, OWN_HOST } from "../support/site.ts";

const MARKS: Record<string, string>[] = [{ "webhook-id": "msg_1" }, { "svix-id": "msg_1" }];
const MESSAGE = { eventType: "a", payload: {} };

test.each(MARKS)(
	"a delivery with a good key is refused in words, and does nothing: %o",
	async (mark) => {
		const api = await newCheckedApi();
		const path = `/app/${await newApp(api)}/msg`;
		const delivery = { "user-agent": "Edgehook/0.1", ...mark };
		const refused = await api("POST", path, MESSAGE, delivery);
		expect(refused.status).toBe(403);
		expect(refused.body).toEqual({
			code: "insufficient access",
			detail: expect.stringContaining("This is a delivery"),
		});
		expect(refused.headers.get("access-control-allow-origin")).toBe("*");
		expect((await api("GET", path)).body.data).toEqual([]);
		expect((await api("POST", path, MESSAGE, mark)).status).toBe(202);
		expect((await api("POST", path, MESSAGE, { "user-agent": "Edgehook/0.1" })).status).toBe(202);
	},
);

test.each([
	["GET", "/api/v1/app"],
	["POST", "/api/v1/auth/one-time-token"],
	["POST", "//api/v1/app/a/msg/"],
	["POST", "/ingest/api/v1/source"],
	["POST", "/nowhere"],
	["GET", "/"],
])(
	"it is refused on every path, before anybody is asked who it is: %s %s",
	async (method, path) => {
		const headers = { "user-agent": "Edgehook/0.1", "webhook-id": "msg_1" };
		const init = { method, headers, redirect: "manual" } as const;
		const response = await exports.default.fetch(`http://other.example${path}`, init);
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({ code: "insufficient access" });
	},
);

test.each(["catalog", "portal"])(
	"a domain that shows a %s is no endpoint's host while it is active",
	async (serves) => {
		const site = newSite();
		const [api, operator, other] = [
			await newApi(),
			await newApi(FIRST_ORGANISATION),
			await newApi(),
		];
		const hostname = `a${crypto.randomUUID()}.customer.example`;
		const { body } = await site.call(api.key, "POST", "/environment/domain", { hostname, serves });
		const activate = (active: boolean) =>
			site.call(operator.key, "PUT", `/operator/domain/${body.id}`, { active });
		const path = `/app/${await newApp(other)}/endpoint`;
		const create = (url: string) => site.call(other.key, "POST", path, { url });

		const before = await create(`https://${hostname}/hook`);
		expect(before.status).toBe(201);
		await activate(true);
		for (const url of [
			`https://${hostname}/hook`,
			`http://${hostname.toUpperCase()}.:8080/`,
			`https://user:secret@${hostname}/`,
		]) {
			const refused = await create(url);
			expectIssues(refused, ["body", "url"]);
			expect(refused.text).toContain("a domain of this service");
		}
		const patch = (fields: object) =>
			site.call(other.key, "PATCH", `${path}/${before.body.id}`, fields);
		expectIssues(await patch({ url: `https://${hostname}/` }), ["body", "url"]);
		expect((await patch({ description: "As before" })).status).toBe(200);
		expect((await create(`https://below.${hostname}/`)).status).toBe(201);
		expect((await create(`https://${OWN_HOST}.example/`)).status).toBe(201);
		await activate(false);
		expect((await create(`https://${hostname}/hook`)).status).toBe(201);
	},
);
