// Starts one receiver for all tests inside workerd.
import type { TestProject } from "vitest/node";
import "./provided.ts";
import { Receiver } from "./receiver.ts";

export async function setup(project: TestProject) {
	const receiver = await new Receiver().start();
	project.provide("receiverUrl", receiver.url);
	return () => receiver.stop();
}
