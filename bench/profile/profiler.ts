// Takes CPU profiles of a Worker by the runtime's inspector (Chrome DevTools protocol over a WebSocket).
// Source: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/

export type ProfileNode = {
	id: number;
	children?: number[];
	/** Lines and columns count from 0; `url` is empty for what the runtime itself does. */
	callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
};
export type Profile = {
	nodes: ProfileNode[];
	/** The node that ran, and how many microseconds after the one before it was looked at. */
	samples: number[];
	timeDeltas: number[];
};

const INTERVAL_US = 200;

export class Profiler {
	readonly #socket: WebSocket;
	readonly #waiting = new Map<number, (message: { result?: unknown; error?: unknown }) => void>();
	#calls = 0;

	private constructor(socket: WebSocket) {
		this.#socket = socket;
		socket.addEventListener("message", ({ data }) => {
			const message = JSON.parse(String(data));
			this.#waiting.get(message.id)?.(message);
			this.#waiting.delete(message.id);
		});
	}

	/** @param port of the inspector; the Worker by that name is profiled, with all objects of its isolate */
	static async connect(port: number, worker: string): Promise<Profiler> {
		const response = await fetch(`http://127.0.0.1:${port}/json`);
		const targets = (await response.json()) as { id: string; webSocketDebuggerUrl: string }[]; // safe: the protocol's
		const target = targets.find(({ id }) => id.includes(worker));
		if (target === undefined) throw new Error(`The inspector knows no ${worker}.`);
		const socket = new WebSocket(target.webSocketDebuggerUrl);
		await new Promise((resolve, reject) => {
			socket.addEventListener("open", resolve, { once: true });
			socket.addEventListener("error", reject, { once: true });
		});
		return new Profiler(socket);
	}

	async start(): Promise<void> {
		await this.#call("Profiler.enable");
		await this.#call("Profiler.setSamplingInterval", { interval: INTERVAL_US });
		await this.#call("Profiler.start");
	}

	async stop(): Promise<Profile> {
		const { profile } = (await this.#call("Profiler.stop")) as { profile: Profile }; // safe: the protocol's
		this.#socket.close();
		return profile;
	}

	#call(method: string, params: Record<string, unknown> = {}): Promise<unknown> {
		const id = ++this.#calls;
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, ({ result, error }) => {
				if (error === undefined) resolve(result);
				else reject(new Error(`${method}: ${JSON.stringify(error)}`));
			});
			this.#socket.send(JSON.stringify({ id, method, params }));
		});
	}
}
