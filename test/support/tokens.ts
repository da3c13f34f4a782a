// Tokens of one application, as the API gives them out.
import { expect } from "vitest";
import { type Api, call } from "./api.ts";

export type Access = { token: string; link: string };

export async function newAccess(api: Api, app: string, body: object = {}): Promise<Access> {
	const reply = await api("POST", `/auth/app-portal-access/${app}`, body);
	expect(reply.status, reply.text).toBe(200);
	const [, link = ""] = /#key=(.+)$/.exec(reply.body.url) ?? [];
	return { token: reply.body.token, link };
}

/** The API as a token sees it. */
export function asToken(token: string): Api {
	const api = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
		call(token, method, path, body, headers);
	return Object.assign(api, { key: token });
}

export const newToken = async (api: Api, app: string, body: object = {}): Promise<Api> =>
	asToken((await newAccess(api, app, body)).token);
