// Keys that client libraries make up: a few bytes of each are in memory, and the whole decides.
import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { seqOf } from "../../../src/core/ids.ts";
import { AutoKeys } from "../../../src/delivery/messages/auto-keys.ts";
import { messageSql } from "../../../src/delivery/messages/message-store.sql.ts";
import { newMessage, newRoom, toAccepted } from "../../support/delivery.ts";

const digestOf = (end: string) => `0123abcd${end.repeat(56)}`;
const withKey = (digest: string) => newMessage({ requestKey: { digest, made: true } });

test("two keys whose digests begin alike are two keys, also after a restart", async () => {
	const { store, storeStub } = await newRoom();
	const first = toAccepted(await store.accept(withKey(digestOf("1")))).record;
	const second = toAccepted(await store.accept(withKey(digestOf("2")))).record;
	expect(second.id).not.toBe(first.id);
	for (const [end, { id }] of [
		["1", first],
		["2", second],
	] as const) {
		const again = await store.accept(withKey(digestOf(end)));
		expect(again).toMatchObject({ kind: "replayed", record: { id } });
	}
	await runInDurableObject(storeStub, (_store, { storage }) => {
		const now = Date.now();
		const keys = new AutoKeys(messageSql(storage.sql, 90, Date.now), now);
		expect(keys.find(digestOf("1"), now)).toBe(seqOf(first.id));
		expect(keys.find(digestOf("2"), now)).toBe(seqOf(second.id));
		expect(keys.find(digestOf("3"), now)).toBeUndefined();
		expect(keys.find(digestOf("1"), now + 301_000)).toBeUndefined();
	});
});
