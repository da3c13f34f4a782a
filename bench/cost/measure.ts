// Runs scenarios one after the other and prices what each of them did.
import type { Counts } from "./counts.ts";
import { Harness } from "./harness.ts";
import { type Bill, toBill } from "./prices.ts";
import type { Scenario } from "./scenario.ts";

export type Measured = Bill & {
	name: string;
	title: string;
	messages: number;
	parts: Counts["parts"];
};

export type MeasureOptions = {
	/** As many messages as in the tests; alarms that are still to come are left uncounted. */
	isQuick?: boolean;
	progress?: (text: string) => void;
};

/** Measures on as many servers as the scenarios ask for, side by side. */
export async function measure(
	scenarios: readonly Scenario[],
	options: MeasureOptions = {},
): Promise<Measured[]> {
	const groups = Map.groupBy(scenarios, ({ server = "main" }) => server);
	const measured = await Promise.all(
		[...groups.values()].map(async (group) => {
			const harness = new Harness(group[0]?.settings);
			try {
				await harness.start();
				return await measureOn(harness, group, options);
			} finally {
				await harness.stop();
			}
		}),
	);
	return measured.flat();
}

/** Everything is made ready first, so that one wait ends what that left behind. */
async function measureOn(
	harness: Harness,
	scenarios: readonly Scenario[],
	{ isQuick = false, progress = () => {} }: MeasureOptions,
): Promise<Measured[]> {
	const ready: { scenario: Scenario; count: number; send: () => Promise<void> }[] = [];
	for (const scenario of scenarios) {
		progress(`preparing ${scenario.name}`);
		const count = (isQuick ? scenario.quickMessages : null) ?? scenario.messages;
		ready.push({ scenario, count, send: await scenario.prepare(harness, count) });
	}
	await harness.quiet(!isQuick);
	const measured: Measured[] = [];
	for (const { scenario, count, send } of ready) {
		progress(`measuring ${scenario.name}`);
		await harness.reset();
		await send();
		const { sums, parts } = await harness.quiet(!isQuick);
		const { name, title } = scenario;
		const bill = toBill(sums, count, harness.samplingRate);
		measured.push({ name, title, messages: count, parts, ...bill });
	}
	return measured;
}
