// For every list of the API: where it is, and how one more item comes into it.
import { routes } from "../../src/http/routes/index.ts";
import type { Api, Reply } from "./api.ts";
import { newCheckedApi } from "./contract.ts";
import { databaseLists } from "./database-lists.ts";
import { messageLists } from "./message-lists.ts";
import { ownerOf } from "./scene.ts";

export type List = {
	api: Api;
	path: string;
	/** Adds items; when it ends they are in the list. */
	add(count: number): Promise<void>;
};

export type Open = (api: Api) => Promise<{ path: string; add(count: number): Promise<void> }>;

/** How many items a list's page has at most, and unless another limit is given. */
export const limitsOf = (operationId: string) =>
	operationId === "v1.endpoint.list-overviews"
		? { most: 100, usual: 20 }
		: { most: 250, usual: 50 };

/** Operation ids of all routes that answer with a list. */
export const LISTS = routes.map((spec) => spec.operationId).filter((id) => /\.list(-|$)/.test(id));

export async function openList(operationId: string): Promise<List> {
	const open = databaseLists[operationId] ?? messageLists[operationId];
	if (open === undefined) throw new Error(`write how ${operationId} is filled`);
	const api = await newCheckedApi(ownerOf(operationId));
	return { api, ...(await open(api)) };
}

export const keysOf = (reply: Reply): string[] =>
	reply.body.data.map((item: { id?: string; name?: string }) => item.id ?? item.name);
