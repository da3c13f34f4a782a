// `npm start -- --demo`: a customer with traffic that goes on, and a link into its portal.
import type { LocalServer } from "./server.ts";
import { makeTraffic } from "./traffic.ts";

const SEND_EVERY_MS = 4_000;

/** Resolves when there is something to see; the traffic goes on until the process ends. */
export async function startDemo(server: LocalServer): Promise<void> {
	console.error("Making a customer with some traffic …");
	const port = Number(new URL(server.url).port) + 1_001;
	const traffic = await makeTraffic(server, port <= 65_535 ? port : 0);
	setInterval(() => traffic.send().catch(() => undefined), SEND_EVERY_MS).unref();
	console.log(`
The portal of a customer, with traffic (the link opens it once, within ten minutes; npm start -- --demo makes another):

${await traffic.link("/endpoints")}
`);
}
