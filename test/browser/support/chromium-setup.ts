// Starts the one browser that the files share; each has pages of its own in it.
import type { TestProject } from "vitest/node";
import { serveChromium } from "../../../scripts/chromium.ts";
import "../../support/provided.ts";

export async function setup(project: TestProject) {
	const server = await serveChromium();
	project.provide("chromiumUrl", server.wsEndpoint());
	return () => server.close();
}
