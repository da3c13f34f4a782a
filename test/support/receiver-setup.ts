// Starts one receiver, and those of faults, for all tests inside workerd.
import type { TestProject } from "vitest/node";
import "./provided.ts";
import { CloudflareApi } from "./cloudflare-api.ts";
import { FaultReceivers } from "./faults.ts";
import { Receiver } from "./receiver.ts";

export async function setup(project: TestProject) {
	const faults = await new FaultReceivers().start();
	const receiver = await new Receiver(() => faults.counts()).start();
	const cloudflare = await new CloudflareApi().start();
	project.provide("cloudflareUrl", cloudflare.url);
	project.provide("receiverUrl", receiver.url);
	project.provide("faults", faults.toUrls(`${receiver.url}/faults`));
	project.provide("propertySeed", process.env.FC_SEED);
	project.provide("fuzzTimes", Number(process.env.FUZZ ?? 1));
	return () => Promise.all([receiver.stop(), faults.stop(), cloudflare.stop()]);
}
