// Those who come at the same moment go on in one turn, in their order.
import { expect, test } from "vitest";
import { Moment } from "../../../src/delivery/messages/moment.ts";

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test("all of a moment go on in one turn, in the order in which they came", async () => {
	const moment = new Moment();
	const seen: string[] = [];
	const pass = async (name: string) => {
		await moment.pass();
		seen.push(name);
	};
	const both = [pass("first"), pass("second")];
	const between = turn().then(() => seen.push("the next turn"));
	expect(seen).toEqual([]);
	await Promise.all([...both, between]);
	expect(seen).toEqual(["first", "second", "the next turn"]);
});

test("who comes when a moment has ended belongs to the next", async () => {
	const moment = new Moment();
	const seen: string[] = [];
	await moment.pass();
	const next = moment.pass().then(() => seen.push("next"));
	await Promise.resolve();
	expect(seen).toEqual([]);
	await next;
	expect(seen).toEqual(["next"]);
});
