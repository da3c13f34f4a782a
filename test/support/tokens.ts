// Tokens of one application, as the API gives them out.
import { expect } from "vitest";
import { type Api, call, type Reply } from "./api.ts";

export type Access = { token: string; link: string };

export async function newAccess(api: Api, app: string, body: object = {}): Promise<Access> {
	const reply = await api("POST", `/auth/app-portal-access/${app}`, body);
	expect(reply.status, reply.text).toBe(200);
	return { token: reply.body.token, link: linkOf(reply.body.url) };
}

/** What a portal link has behind its `#`. */
export function keyOf(url: string): Record<string, string> {
	const [, key = ""] = /#key=([\w-]+)$/.exec(url) ?? [];
	return JSON.parse(atob(key.replaceAll("-", "+").replaceAll("_", "/")));
}

export const linkOf = (url: string): string => keyOf(url).oneTimeToken ?? "";

/** Uses a link, as the portal's page does. */
export const exchange = (oneTimeToken: unknown, page: object = {}): Promise<Reply> =>
	call(null, "POST", "/auth/one-time-token", { oneTimeToken, ...page });

/** The API as a token sees it. */
export function asToken(token: string): Api {
	const api = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
		call(token, method, path, body, headers);
	return Object.assign(api, { key: token });
}

export const newToken = async (api: Api, app: string, body: object = {}): Promise<Api> =>
	asToken((await newAccess(api, app, body)).token);
