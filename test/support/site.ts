// The Worker inside workerd with settings of its own: its hosts, and the platform's API of custom hostnames.
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { inject } from "vitest";
import { toolsOf } from "../../src/delivery/tools.ts";
import type { Env } from "../../src/env.ts";
import { createSite } from "../../src/http/hosts.ts";
import { sweep } from "../../src/jobs/sweep.ts";
import type { Reply } from "./api.ts";
import { expectDeclared, specOf } from "./contract.ts";

export const OWN_HOST = "hooks.edgehook.test";
const TOKEN = "token-of-the-imitation";

export type Site = {
	/** A page, or anything else of a host. */
	open(url: string, init?: RequestInit): Promise<Response>;
	/** A call of the API, held against its contract. */
	call(key: string, method: string, path: string, body?: object, host?: string): Promise<Reply>;
	sweep(now: number): Promise<void>;
};

export function newSite(vars: Partial<Record<keyof Env, string>> = {}): Site {
	const site = createSite();
	// safe because it is the Worker's own, with other settings
	const own = { ...env, OWN_HOSTS: OWN_HOST, ...vars } as unknown as Env;
	const open = async (url: string, init: RequestInit = {}) => {
		const ctx = Object.assign(createExecutionContext(), { exports });
		const request = new Request(url, { redirect: "manual", ...init });
		const response = await site.fetch(request, own, ctx);
		await waitOnExecutionContext(ctx);
		return response;
	};
	return {
		open,
		async call(key, method, path, body, host = OWN_HOST) {
			const response = await open(`https://${host}/api/v1${path}`, {
				method,
				headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
			const { status, headers } = response;
			const text = await response.text();
			const reply = { status, headers, text, body: text === "" ? null : JSON.parse(text) };
			expectDeclared(specOf(method, path), reply);
			return reply;
		},
		sweep: (now) => sweep(toolsOf(own, exports), now),
	};
}

/** A site whose custom hostnames are in a zone of the imitation that nobody else uses. */
export function newPlatformSite(vars: Partial<Record<keyof Env, string>> = {}) {
	const zone = crypto.randomUUID().replaceAll("-", "");
	const base = inject("cloudflareUrl");
	const site = newSite({
		SAAS_ZONE_ID: zone,
		CLOUDFLARE_API_TOKEN: TOKEN,
		CLOUDFLARE_API_URL: base,
		...vars,
	});
	const control = async (fields: object) =>
		(
			await fetch(`${base}/control/${zone}`, { method: "POST", body: JSON.stringify(fields) })
		).json();
	// biome-ignore lint/suspicious/noExplicitAny: it tells what tests look into
	const told = async (): Promise<any> => (await fetch(`${base}/control/${zone}`)).json();
	return { ...site, control, told };
}
