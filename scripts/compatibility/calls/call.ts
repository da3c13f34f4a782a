// A sensible call of a method, and what it must have done.
import assert from "node:assert/strict";
import { ApiException } from "svix";
import type { Scene } from "../scene.ts";

export type Call = {
	args: unknown[];
	/** Instead of the API key. */
	token?: string;
	/** Fails unless the result and its effect are right. */
	after?: (result: unknown) => void | Promise<void>;
};

/** Calls by the method's name in the current client library. */
export type Calls = Record<string, (scene: Scene) => Call | Promise<Call>>;

/** The result has this, whatever else it has. */
export const has = (expected: object) => (result: unknown) =>
	assert.partialDeepStrictEqual(result, expected);

/** The list that is the result has an item with this. */
export const lists = (expected: object) => (result: unknown) => {
	assert(typeof result === "object" && result !== null && "data" in result);
	assert(Array.isArray(result.data));
	const holds = result.data.some((item) => {
		try {
			assert.partialDeepStrictEqual(item, expected);
			return true;
		} catch {
			return false;
		}
	});
	assert(holds, `no item with ${JSON.stringify(expected)} in ${JSON.stringify(result.data)}`);
};

/** What is read is not there any more. */
export async function isGone(reading: Promise<unknown>): Promise<void> {
	await assert.rejects(reading, (error) => error instanceof ApiException && error.code === 404);
}
