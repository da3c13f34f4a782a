import { expect, test } from "vitest";
import type { AttemptReport, GivenBack } from "../../../src/core/delivery.ts";
import { type EndpointId, newId } from "../../../src/core/ids.ts";
import { ReportBox } from "../../../src/delivery/sending/report-box.ts";
import type { Lanes } from "../../../src/platform/lane-client.ts";

const endpoint = (): EndpointId =>
	newId("ep", 1_700_000_000_000, crypto.getRandomValues(new Uint8Array(16)));

function newReport(number: number): AttemptReport {
	return {
		task: {
			messageId: newId("msg", 1_700_000_000_000, new Uint8Array(16)),
			eventType: "a.b",
			channels: null,
			tags: null,
			number,
			trigger: "scheduled",
		},
		startAt: 0,
		url: "https://example.com/",
		outcome: {
			failure: null,
			status: 200,
			startedAt: 0,
			durationMs: 1,
			response: "",
			responseHeaders: [],
		},
	};
}

function newBox(fails: EndpointId[] = []) {
	const calls: { endpointId: EndpointId; numbers: number[] }[] = [];
	const lanes = {
		of: (endpointId: EndpointId) => ({
			async report(reports: AttemptReport[], givenBack: GivenBack[]) {
				const all = [...reports, ...givenBack];
				calls.push({ endpointId, numbers: all.map(({ task }) => task.number) });
				if (fails.includes(endpointId)) throw new Error("the lane is away");
			},
		}),
	} as Lanes;
	return { box: new ReportBox(lanes), calls };
}

test("reports of one moment go to each lane in one call, in their order", async () => {
	const { box, calls } = newBox();
	const [a, b] = [endpoint(), endpoint()];
	await Promise.all([box.add(a, newReport(1)), box.add(b, newReport(2)), box.add(a, newReport(3))]);
	expect(calls).toEqual([
		{ endpointId: a, numbers: [1, 3] },
		{ endpointId: b, numbers: [2] },
	]);
	await box.add(a, newReport(4));
	expect(calls[2]).toEqual({ endpointId: a, numbers: [4] });
});

test("a lane that does not answer keeps no other from its reports", async () => {
	const [a, b] = [endpoint(), endpoint()];
	const { box, calls } = newBox([a]);
	await Promise.all([box.add(a, newReport(1)), box.add(b, newReport(2))]);
	expect(calls.map(({ endpointId }) => endpointId)).toEqual([a, b]);
});

test("a report that comes while others are being sent goes with the next call", async () => {
	const { box, calls } = newBox();
	const a = endpoint();
	const first = box.add(a, newReport(1));
	await new Promise((resolve) => setTimeout(resolve, 6));
	await Promise.all([first, box.add(a, newReport(2))]);
	expect(calls.map(({ numbers }) => numbers)).toEqual([[1], [2]]);
});

test("what a lane must hear at once takes all that waits with it; what did not begin waits a moment", async () => {
	const { box, calls } = newBox();
	const a = endpoint();
	const report = newReport(3);
	const { task, startAt } = newReport(2);
	const urgent = { ...report, outcome: { ...report.outcome, status: 429 } };
	const waiting = [
		box.add(a, newReport(1)),
		box.giveBack(a, { task, startAt, version: 1, until: 0 }),
	];
	expect(calls).toEqual([]);
	const told = box.add(a, urgent);
	expect(calls).toEqual([{ endpointId: a, numbers: [1, 3, 2] }]);
	await Promise.all([...waiting, told]);
	expect(calls).toHaveLength(1);
});
