// What is open of a MessageStore: a bounded part of it in memory, and nothing of it forgotten.
import { runInDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { seqOf } from "../../../src/core/ids.ts";
import { HandOver } from "../../../src/delivery/messages/hand-over.ts";
import { InSight } from "../../../src/delivery/messages/in-sight.ts";
import { messageSql } from "../../../src/delivery/messages/message-store.sql.ts";
import { newMessage, newRoom, routeOf, rowsOf, toAccepted, tools } from "../../support/delivery.ts";

/** Messages to two endpoints each, all open, and room for the offers of two messages. */
async function onMessages(
	count: number,
	work: (inSight: InSight, seqs: number[], ids: Ids) => void,
) {
	const room = await newRoom();
	const other = await room.addEndpoint("", {});
	const seqs: number[] = [];
	for (let i = 0; i < count; i++) {
		seqs.push(seqOf(toAccepted(await room.store.accept(newMessage())).record.id));
	}
	await runInDurableObject(room.storeStub, (_store, { storage }) => {
		const sql = messageSql(storage.sql, 90, Date.now);
		work(new InSight(sql, 4), seqs, [room.endpointId, other.endpointId]);
	});
}

type Ids = [`ep_${string}`, `ep_${string}`];

test("what there is no room for waits in storage, in order, and comes in sight when there is", async () => {
	await onMessages(5, (inSight, seqs, ids) => {
		const took = seqs.map((seq) => inSight.add(seq, ids, seq));
		expect(took).toEqual([true, true, false, false, false]);
		expect(inSight.unsettled.offers).toBe(4);
		expect(inSight.refill()).toBe(false);
		const seen: number[] = [];
		for (let rounds = 0; inSight.isOpen; rounds++) {
			expect(rounds).toBeLessThan(10);
			const open = inSight.unsettled.offersTo(ids[0]).map(({ seq }) => seq);
			seen.push(...open);
			for (const seq of open) {
				// A restart now would begin here.
				expect(inSight.lowest(0)).toBe(seq);
				for (const id of ids) inSight.unsettled.settle(seq, id);
			}
			inSight.refill();
			expect(inSight.unsettled.offers).toBeLessThanOrEqual(4);
		}
		expect(seen).toEqual(seqs);
		expect(inSight.lowest(7)).toBe(7);
	});
});

test("a restart takes in sight what there is room for, and then the rest", async () => {
	await onMessages(3, (inSight, seqs, [id]) => {
		inSight.recover();
		expect(inSight.unsettled.offersTo(id).map(({ seq }) => seq)).toEqual(seqs.slice(0, 2));
		expect(inSight.isOpen).toBe(true);
		for (const seq of seqs.slice(0, 2)) {
			for (const each of inSight.unsettled.endpoints()) inSight.unsettled.settle(seq, each);
		}
		expect(inSight.lowest(0)).toBe(seqs[2]);
		expect(inSight.refill()).toBe(true);
		expect(inSight.unsettled.offersTo(id).map(({ seq }) => seq)).toEqual(seqs.slice(2));
	});
});

test("a message with more endpoints than there is room for is taken when it is alone", async () => {
	await onMessages(2, (inSight, [first = 0, second = 0], ids) => {
		const many = [...ids, "ep_3", "ep_4", "ep_5"] as const;
		expect(inSight.add(first, many, 0)).toBe(true);
		expect(inSight.add(second, [], 0)).toBe(true);
		expect(inSight.add(second, ids, 0)).toBe(false);
	});
});

test("what a lane has not answered for is found in memory and in storage", async () => {
	await onMessages(4, (inSight, seqs, [id, other]) => {
		for (const seq of seqs) inSight.add(seq, [id, other], 0);
		const [first = 0] = seqs;
		inSight.unsettled.answered(first, id, "epoch", 1);
		const all = Number.MAX_SAFE_INTEGER;
		expect(inSight.unanswered(id, 0, all)).toEqual(seqs.slice(1));
		expect(inSight.unanswered(other, 0, all)).toEqual(seqs);
		expect(inSight.unanswered("ep_none", 0, all)).toEqual([]);
		expect(inSight.unanswered(id, 0, seqs[3] ?? 0)).toEqual(seqs.slice(1, 3));
		expect(inSight.unanswered(id, seqs[2] ?? 0, all)).toEqual(seqs.slice(2));
	});
});

test("what waits in storage is handed over when what came before is safe", async () => {
	const room = await newRoom("", { paused: true });
	const accept = async () => toAccepted(await room.store.accept(newMessage())).record.id;
	const ids = [await accept(), await accept(), await accept()];
	const route = await routeOf(room.endpointId);
	await runInDurableObject(room.storeStub, async (_store, { storage }) => {
		const sql = messageSql(storage.sql, 90, Date.now);
		const handOver = new HandOver(sql, tools.lanes, Date.now, 0, new InSight(sql, 1));
		const took = ids.map((id) => handOver.add(seqOf(id), [room.endpointId], 0));
		expect(took).toEqual([true, false, false]);
		let rounds = 0;
		while (handOver.isOpen && rounds++ < 10) await handOver.verify([route]);
		expect(rounds).toBeLessThan(5);
	});
	const rows = await rowsOf(room.laneStub, "deliveries");
	expect(rows.map(({ message_id }) => message_id)).toEqual(ids);
});
