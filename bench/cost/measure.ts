// Runs scenarios one after the other and prices what each of them did.
import type { Counts } from "./counts.ts";
import type { Harness } from "./harness.ts";
import { type Bill, toBill } from "./prices.ts";
import type { Scenario } from "./scenarios.ts";

export type Measured = Bill & {
	name: string;
	title: string;
	messages: number;
	parts: Counts["parts"];
};

export type MeasureOptions = {
	/** Instead of each scenario's own number. */
	messages?: number;
	/** False leaves alarms that are still to come uncounted, which is much quicker. */
	untilIdle?: boolean;
	progress?: (text: string) => void;
};

/** Everything is made ready first, so that one wait ends what that left behind. */
export async function measure(
	harness: Harness,
	scenarios: readonly Scenario[],
	{ messages, untilIdle = true, progress = () => {} }: MeasureOptions = {},
): Promise<Measured[]> {
	const ready: { scenario: Scenario; count: number; send: () => Promise<void> }[] = [];
	for (const scenario of scenarios) {
		progress(`preparing ${scenario.name}`);
		const count = messages ?? scenario.messages;
		ready.push({ scenario, count, send: await scenario.prepare(harness, count) });
	}
	await harness.quiet(untilIdle);
	const measured: Measured[] = [];
	for (const { scenario, count, send } of ready) {
		progress(`measuring ${scenario.name}`);
		await harness.reset();
		await send();
		const { sums, parts } = await harness.quiet(untilIdle);
		const { name, title } = scenario;
		const bill = toBill(sums, count, harness.samplingRate);
		measured.push({ name, title, messages: count, parts, ...bill });
	}
	return measured;
}
