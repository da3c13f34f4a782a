// Journeys run against the built Worker.
import { build } from "../../scripts/build.ts";

export async function setup(): Promise<void> {
	await build();
}
