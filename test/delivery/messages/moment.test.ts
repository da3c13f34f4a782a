// What is done in the same moment: all in one turn, in order, each with its own result or error.
import { expect, test } from "vitest";
import { Moment } from "../../../src/delivery/messages/moment.ts";

test("all of a moment are done in one turn, in the order in which they came", async () => {
	const moment = new Moment();
	const done: string[] = [];
	const share = (name: string) =>
		moment.share(() => {
			done.push(name);
			// Would come between the two if anything awaited there.
			queueMicrotask(() => done.push("later"));
			return name;
		});
	const both = [share("first"), share("second")];
	expect(done).toEqual([]);
	expect(await Promise.all(both)).toEqual(["first", "second"]);
	expect(done).toEqual(["first", "second", "later", "later"]);
});

test("what throws fails alone", async () => {
	const moment = new Moment();
	const results = await Promise.allSettled([
		moment.share(() => 1),
		moment.share(() => {
			throw new Error("no room");
		}),
		moment.share(() => 3),
	]);
	expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("what comes while a moment ends belongs to the next", async () => {
	const moment = new Moment();
	const done: string[] = [];
	let second: Promise<number> | null = null;
	await moment.share(() => {
		second = moment.share(() => done.push("second"));
		done.push("first");
	});
	expect(done).toEqual(["first"]);
	await second;
	expect(done).toEqual(["first", "second"]);
});
