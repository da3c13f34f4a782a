// A page of another site that frames the portal: the same text at each address.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export class HostPage {
	readonly #server: Server;

	constructor(html: string) {
		this.#server = createServer((_, res) => res.setHeader("content-type", "text/html").end(html));
	}

	/** In `beforeAll`. */
	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
	}

	/** In `afterAll`. */
	stop(): void {
		this.#server.close();
	}

	/** By a name, so that it is another site than the portal's address. */
	get url(): string {
		// safe because it listens on a port, not on a file
		return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
	}
}
