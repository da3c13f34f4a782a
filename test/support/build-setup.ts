// Journeys run against the built Worker.
import { build } from "../../scripts/build.ts";

export function setup() {
	build();
}
