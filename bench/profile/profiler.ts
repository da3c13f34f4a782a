// Takes CPU profiles of a Worker by the runtime's inspector (Chrome DevTools protocol over a WebSocket).
// Source: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/

export type Frame = { name: string; place: string; selfMs: number };
type Node = {
	id: number;
	callFrame: { functionName: string; url: string; lineNumber: number };
};
type Profile = {
	nodes: Node[];
	samples: number[];
	timeDeltas: number[];
	startTime: number;
	endTime: number;
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

	/** @param port of the inspector; the Worker by that name is profiled */
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

	/** Functions by the time that they themselves took, most first, and how long the profile is. */
	async stop(): Promise<{ frames: Frame[]; totalMs: number }> {
		const { profile } = (await this.#call("Profiler.stop")) as { profile: Profile }; // safe: the protocol's
		this.#socket.close();
		const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
		const frames = new Map<string, Frame>();
		for (const [i, id] of profile.samples.entries()) {
			const node = nodes.get(id);
			if (node === undefined) continue;
			const { functionName, url, lineNumber } = node.callFrame;
			const place = url === "" ? "" : `${url.split("/").at(-1)}:${lineNumber + 1}`;
			const name = functionName === "" ? "(anonymous)" : functionName;
			const key = `${name} ${place}`;
			const frame = frames.get(key) ?? { name, place, selfMs: 0 };
			frame.selfMs += (profile.timeDeltas[i] ?? 0) / 1000;
			frames.set(key, frame);
		}
		return {
			frames: [...frames.values()].sort((a, b) => b.selfMs - a.selfMs),
			totalMs: (profile.endTime - profile.startTime) / 1000,
		};
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
