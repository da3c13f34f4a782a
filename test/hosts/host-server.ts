// A sender's web server on a site of its own: pages made with React 18 or 19 and the published kit.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildModule } from "../../scripts/build-react.ts";
import { bundlePage, type ReactVersion } from "./bundle.ts";

/** For Chromium: the sender's site is on this machine, and another site than the portal's. */
export const SITE_FLAGS = ["--host-resolver-rules=MAP *.test 127.0.0.1"];

export class HostServer {
	/** What the sender's server answers who asks for a link of the portal. */
	makeLink: () => Promise<string> = () => Promise.reject(new Error("not set"));
	/** The links that it made, the oldest first. */
	readonly links: string[] = [];
	readonly #folder = mkdtempSync(join(tmpdir(), "edgehook-react-"));
	readonly #scripts = new Map<string, string>();
	readonly #server: Server;
	#kit = "";

	constructor() {
		this.#server = createServer(async ({ url = "" }, res) => {
			const { pathname } = new URL(url, "http://host");
			const script = this.#scripts.get(pathname.slice(1));
			if (pathname === "/link") {
				const link = await this.makeLink().catch(() => null);
				if (link !== null) this.links.push(link);
				res.writeHead(link === null ? 500 : 200).end(link ?? "");
			} else if (script !== undefined) {
				res.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(script);
			} else {
				const page = `<!doctype html><html lang="en"><title>Sender</title><main id="root"></main><script src="${pathname}.js"></script>`;
				res.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
			}
		});
	}

	async start(page: string): Promise<void> {
		this.#kit = await buildModule(this.#folder);
		for (const version of [18, 19] as const) {
			this.#scripts.set(`${page}${version}.js`, bundlePage(page, version, this.#kit));
		}
		await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
	}

	async stop(): Promise<void> {
		rmSync(this.#folder, { recursive: true, force: true });
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	get origin(): string {
		// safe because it listens on a port, not on a file
		return `http://app.sender.test:${(this.#server.address() as AddressInfo).port}`;
	}

	/** The address of a page with these props. */
	page(page: string, version: ReactVersion, props: object): string {
		const query = new URLSearchParams({ props: JSON.stringify(props) });
		return `${this.origin}/${page}${version}?${query}`;
	}
}
