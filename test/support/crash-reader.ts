// What the API tells of a crash round's application.
import { type AttemptId, seqOf, seqTime } from "../../src/core/ids.ts";
import type { Recorded } from "./crash-account.ts";
import { inChunks } from "./crash-tools.ts";
import type { LocalServer } from "./local-server.ts";

export type Json = Record<string, unknown>;

export class CrashReader {
	readonly #server: LocalServer;
	readonly #app: string;

	constructor(server: LocalServer, app: string) {
		this.#server = server;
		this.#app = app;
	}

	/** Throws when the answer is no success. */
	async request(method: string, path: string, body?: unknown): Promise<Json> {
		const { status, text } = await this.#server.request(method, `/app/${this.#app}${path}`, body);
		if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
		return text === "" ? {} : JSON.parse(text);
	}

	async messageIds(): Promise<string[]> {
		return (await this.#list("/msg")).map(({ id }) => String(id));
	}

	/** Attempts as the lanes list them. */
	async recorded(uids: readonly string[]): Promise<Recorded[]> {
		const lists = await inChunks(uids, async (uid) =>
			(await this.#list(`/attempt/endpoint/${uid}`)).map((attempt) => ({
				id: String(attempt.id),
				endpoint: `${this.#app}/${uid}`,
				messageId: String(attempt.msgId),
				at: Date.parse(String(attempt.timestamp)),
				durationMs: Number(attempt.responseDurationMs),
				// safe because attempts have such ids; they are made when the outcome is written
				recordedAt: seqTime(seqOf(attempt.id as AttemptId)),
				outcome: outcomeOf(attempt),
			})),
		);
		return lists.flat();
	}

	/** Ids of a lane's newest attempts. */
	async newestAttempts(uid: string): Promise<string[]> {
		const path = `/attempt/endpoint/${uid}?limit=250&with_content=false`;
		const { data } = await this.request("GET", path);
		return (data as Json[]).map(({ id }) => String(id)); // safe because every list answers so
	}

	/** What keeps a lane busy; null when it is idle. */
	async workOf(uid: string): Promise<Json | null> {
		const { waiting, retrying, inFlight } = await this.request("GET", `/endpoint/${uid}/lane`);
		const isIdle = waiting === 0 && retrying === 0 && inFlight === 0;
		return isIdle ? null : { waiting, retrying, inFlight };
	}

	async #list(path: string): Promise<Json[]> {
		const all: Json[] = [];
		for (let iterator = ""; ; ) {
			const next = iterator === "" ? "" : `&iterator=${iterator}`;
			const page = await this.request("GET", `${path}?limit=250&with_content=false${next}`);
			all.push(...(page.data as Json[])); // safe because every list answers so
			if (page.done === true) return all;
			iterator = String(page.iterator);
		}
	}
}

function outcomeOf({ status, responseStatusCode: code }: Json): Recorded["outcome"] {
	if (status === 0) return "success";
	return Number(code) >= 300 ? "failure" : "unanswered";
}
