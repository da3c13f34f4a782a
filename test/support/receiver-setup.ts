// Starts one receiver, and those of faults, for all tests inside workerd.
import type { TestProject } from "vitest/node";
import "./provided.ts";
import { FaultReceivers } from "./faults.ts";
import { Receiver } from "./receiver.ts";

export async function setup(project: TestProject) {
	const faults = await new FaultReceivers().start();
	const receiver = await new Receiver(() => faults.counts()).start();
	project.provide("receiverUrl", receiver.url);
	project.provide("faults", faults.toUrls(`${receiver.url}/faults`));
	return () => Promise.all([receiver.stop(), faults.stop()]);
}
