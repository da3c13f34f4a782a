// Bulk tasks of a lane over a real MessageStore: every step may be the last one before an eviction.
import { expect, test } from "vitest";
import type { ReplayKind } from "../../../src/core/task.ts";
import {
	type Attempts,
	type Bench,
	db,
	newMessages,
	newTask,
	onBench,
	stored,
	UNTRIED,
} from "../../support/tasks.ts";

test("3,000 messages are counted, fed in pages while few are queued, and told of at the end", async () => {
	await onBench(await newMessages(3000), async ({ tasks, queue, ended }) => {
		const task = await newTask();
		tasks.start(task);
		expect(tasks.progress(task.id)).toMatchObject({ state: "counting", total: 0, done: 0 });
		const totals: number[] = [];
		while (tasks.progress(task.id)?.state === "counting") {
			await tasks.step(Date.now());
			totals.push(tasks.progress(task.id)?.total ?? -1);
		}
		expect([...new Set(totals)]).toEqual([500, 1000, 1500, 2000, 2500, 3000]);
		expect(queue.puts).toBe(0);
		let most = 0;
		for (let steps = 0; (await stored(task.id))?.status === "running"; steps++) {
			if (steps > 200) throw new Error("the task does not end");
			while (tasks.isOpen) await tasks.step(Date.now());
			most = Math.max(most, queue.rows.size);
			if (queue.rows.size > 0) expect(tasks.progress(task.id)?.state).toBe("running");
			queue.settle(tasks, 150, 10);
			const { done, total } = tasks.progress(task.id) ?? {};
			expect([done, total]).toEqual([queue.puts - queue.rows.size, 3000]);
		}
		expect(most).toBeLessThan(700);
		expect(queue.puts).toBe(3000);
		const end = { state: "finished", total: 3000, done: 3000, failed: 200, secondsLeft: 0 };
		expect(await stored(task.id)).toMatchObject({
			status: "finished",
			data: { ...end, messagesSent: 3000 },
		});
		expect(ended).toEqual([[task, end, "finished"]]);
		expect(tasks.isOpen).toBe(false);
	});
}, 30_000);

test("a task survives an eviction at every step", async () => {
	await onBench(await newMessages(700), async ({ queue, ended, evict }) => {
		const task = await newTask();
		evict().start(task);
		let steps = 0;
		for (let tasks = evict(); tasks.isOpen || queue.rows.size > 0; tasks = evict()) {
			if (++steps > 200) throw new Error("the task does not end");
			await tasks.step(Date.now());
			queue.settle(tasks, 130, 1);
		}
		expect(queue.puts).toBe(700);
		const progress = evict().progress(task.id);
		expect(progress).toMatchObject({ state: "finished", total: 700, done: 700 });
		expect(progress?.failed).toBeGreaterThan(5);
		expect(ended).toHaveLength(1);
	});
});

test("steps that run at the same time do each page once", async () => {
	await onBench(await newMessages(600), async ({ tasks, queue, finish }) => {
		const task = await newTask();
		tasks.start(task);
		const twice = () => Promise.all([tasks.step(Date.now()), tasks.step(Date.now())]);
		await twice();
		expect(tasks.progress(task.id)?.total).toBe(500);
		await twice();
		expect(tasks.progress(task.id)).toMatchObject({ state: "running", total: 600 });
		await twice();
		expect(queue.puts).toBe(500);
		await finish(tasks);
		expect(queue.puts).toBe(600);
	});
});

test("a task that is started twice, also after its end, is done once", async () => {
	await onBench(await newMessages(20), async ({ tasks, queue, ended, evict, finish }) => {
		const task = await newTask();
		tasks.start(task);
		tasks.start(task);
		await finish(tasks);
		tasks.start(task);
		evict().start(task);
		expect(evict().isOpen).toBe(false);
		await finish(evict());
		expect(queue.puts).toBe(20);
		expect(ended).toHaveLength(1);
	});
});

test("a cancelled task sends nothing more, and keeps what was done", async () => {
	await onBench(await newMessages(800), async ({ tasks, queue, ended, evict }) => {
		const task = await newTask();
		tasks.start(task);
		for (let steps = 0; steps < 3; steps++) await tasks.step(Date.now());
		expect(queue.rows.size).toBe(500);
		queue.settle(tasks, 40, 4);
		tasks.cancel(task.id);
		expect(queue.rows.size).toBe(0);
		const end = { state: "cancelled", total: 800, done: 40, failed: 4, secondsLeft: 0 };
		expect(tasks.progress(task.id)).toEqual(end);
		for (let again = evict(); again.isOpen; again = evict()) await again.step(Date.now());
		expect(queue.puts).toBe(500);
		expect(await stored(task.id)).toMatchObject({ status: "finished", data: end });
		tasks.cancel(task.id);
		expect(evict().progress(task.id)).toEqual(end);
		expect(ended).toEqual([[task, end, "finished"]]);
	});
});

test("a page that was read while the task was cancelled is not queued", async () => {
	await onBench(await newMessages(30), async ({ tasks, queue }) => {
		const task = await newTask();
		tasks.start(task);
		await tasks.step(Date.now());
		const feeding = tasks.step(Date.now());
		tasks.cancel(task.id);
		await feeding;
		expect(queue.puts).toBe(0);
		expect(tasks.progress(task.id)).toMatchObject({ state: "cancelled", total: 30, done: 0 });
	});
});

test("several tasks take turns in order of start", async () => {
	await onBench(await newMessages(600), async ({ tasks, queue, finish }) => {
		const all = [await newTask(), await newTask(), await newTask()];
		for (const task of all) tasks.start(task);
		await finish(tasks);
		expect(queue.order.slice(0, 3)).toEqual(all.map(({ id }) => id));
		for (const { id } of all) expect(tasks.progress(id)).toMatchObject({ state: "finished" });
	});
});

test("the total is corrected when others were faster", async () => {
	await onBench(await newMessages(30), async ({ tasks, queue, finish }) => {
		const first = await newTask();
		const second = await newTask();
		tasks.start(first);
		tasks.start(second);
		for (let steps = 0; steps < 4; steps++) await tasks.step(Date.now());
		// Both counted all; the second found them queued by the first.
		expect(tasks.progress(second.id)).toMatchObject({ total: 0, done: 0 });
		await finish(tasks);
		expect(queue.puts).toBe(30);
		expect(tasks.progress(first.id)).toMatchObject({ state: "finished", total: 30, done: 30 });
		expect(tasks.progress(second.id)).toMatchObject({ state: "finished", total: 0, done: 0 });
	});
});

test("deliveries that were dropped do not count as done", async () => {
	await onBench(await newMessages(30), async ({ tasks, queue, finish }) => {
		const task = await newTask();
		tasks.start(task);
		await tasks.step(Date.now());
		await tasks.step(Date.now());
		tasks.dropped(task.id, queue.remove(task.id));
		await finish(tasks);
		expect(tasks.progress(task.id)).toMatchObject({ state: "finished", total: 0, done: 0 });
	});
});

test("a task of an endpoint that is gone fails", async () => {
	const applicationId = await newMessages(10);
	const work = async ({ tasks, ended, finish }: Bench) => {
		const task = await newTask();
		tasks.start(task);
		await finish(tasks);
		expect(await stored(task.id)).toMatchObject({ status: "failed", data: { state: "failed" } });
		expect(ended.map(([, , status]) => status)).toEqual(["failed"]);
	};
	await onBench(applicationId, work, { route: async () => null });
});

test("an end that could not be told is told later, once", async () => {
	let isDown = true;
	const refuse = () => {
		throw new Error("no database");
	};
	const flaky = new Proxy(db, {
		get: (target, name) => (name === "update" && isDown ? refuse : Reflect.get(target, name)),
	});
	const work = async ({ tasks, ended, evict, finish }: Bench) => {
		const task = await newTask();
		tasks.start(task);
		await expect(finish(tasks)).rejects.toThrow("no database");
		expect(ended).toEqual([]);
		expect(tasks.isOpen).toBe(true);
		isDown = false;
		await finish(evict());
		expect(await stored(task.id)).toMatchObject({ status: "finished" });
		expect(ended).toHaveLength(1);
	};
	await onBench(await newMessages(5), work, { db: flaky });
});

test("the time left follows the pace, and is never shorter than the limit allows", async () => {
	let rate: number | null = null;
	const start = 1_800_000_000_000;
	let now = start;
	const work = async ({ tasks, queue }: Bench) => {
		const task = await newTask();
		tasks.start(task);
		expect(tasks.progress(task.id)?.secondsLeft).toBeNull();
		await tasks.step(now);
		await tasks.step(now);
		expect(tasks.progress(task.id)?.secondsLeft).toBeNull();
		now += 10_000;
		queue.settle(tasks, 100);
		expect(tasks.progress(task.id)?.secondsLeft).toBe(30);
		rate = 5;
		expect(tasks.progress(task.id)?.secondsLeft).toBe(60);
	};
	const parts = { clock: () => now, rate: () => rate };
	await onBench(await newMessages(400), work, parts);
});

test.each<[ReplayKind, number]>([
	["endpoint.recover", 6],
	["endpoint.replay", 10],
	["endpoint.bulk-replay", 20],
])("%s asks the lane how each message stands", async (kind, total) => {
	const seqs = new Map<number, number>();
	// In the order of acceptance: 10 are untried, 4 delivered, 4 failed, 2 retrying.
	const indexOf = (seq: number) => {
		const known = seqs.get(seq) ?? seqs.size;
		seqs.set(seq, known);
		return known;
	};
	const attempts: Attempts = {
		ofMessage(seq) {
			const i = indexOf(seq);
			if (i < 10) return UNTRIED.ofMessage(seq);
			const hasSuccess = i < 14;
			return { attempts: 1, hasSuccess, last: { status: hasSuccess ? 200 : 500 } };
		},
	};
	const work = async ({ tasks, queue }: Bench) => {
		const task = await newTask(kind);
		tasks.start(task);
		await tasks.step(Date.now());
		for (const [seq, i] of seqs) if (i >= 18) queue.retrying.add(seq);
		expect(tasks.progress(task.id)?.total).toBe(total);
		await tasks.step(Date.now());
		expect(queue.rows.size).toBe(total);
	};
	await onBench(await newMessages(20), work, { attempts });
});
