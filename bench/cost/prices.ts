// Cloudflare's list prices, and what a message costs by them. Included quotas and the monthly base are left out.
import type { Term } from "./counts.ts";

/** When the prices were read. */
export const PRICES_OF = "2026-11";

export type Price = {
	title: string;
	/** US dollars for a million of the unit. */
	dollarsPerMillion: number;
	/** Page under https://developers.cloudflare.com */
	page: string;
};

const WORKERS = "/workers/platform/pricing/";
const OBJECTS = "/durable-objects/platform/pricing/";
const D1 = "/d1/platform/pricing/";
const KV = "/kv/platform/pricing/";

/** Wall time of an object is billed at a flat 128 MB, $12.50 per million GB-seconds. */
const OBJECT_SECOND = 12.5 * 0.128;

export const PRICES = {
	workerRequests: { title: "Worker requests", dollarsPerMillion: 0.3, page: WORKERS },
	cpuMs: { title: "Worker CPU ms (assumed)", dollarsPerMillion: 0.02, page: WORKERS },
	objectRequests: { title: "object requests", dollarsPerMillion: 0.15, page: OBJECTS },
	objectSeconds: { title: "object seconds", dollarsPerMillion: OBJECT_SECOND, page: OBJECTS },
	objectRowsWritten: { title: "object rows written", dollarsPerMillion: 1, page: OBJECTS },
	objectRowsRead: { title: "object rows read", dollarsPerMillion: 0.001, page: OBJECTS },
	alarmsSet: { title: "alarms set (a row each)", dollarsPerMillion: 1, page: OBJECTS },
	// Not said in so many words: "deletes are counted as rows written" is read against us.
	alarmsDeleted: { title: "alarms deleted (a row each)", dollarsPerMillion: 1, page: OBJECTS },
	databaseRowsWritten: { title: "D1 rows written", dollarsPerMillion: 1, page: D1 },
	databaseRowsRead: { title: "D1 rows read", dollarsPerMillion: 0.001, page: D1 },
	kvReads: { title: "KV reads", dollarsPerMillion: 0.5, page: KV },
	kvWrites: { title: "KV writes, deletes, lists", dollarsPerMillion: 5, page: KV },
	queueOperations: {
		title: "queue operations (64 KB)",
		dollarsPerMillion: 0.4,
		page: "/queues/platform/pricing/",
	},
	logEvents: { title: "log events (sampled)", dollarsPerMillion: 0.6, page: WORKERS },
} satisfies Record<string, Price>;

export type BilledTerm = keyof typeof PRICES;
export const BILLED_TERMS = Object.keys(PRICES) as BilledTerm[]; // safe because it has no other keys

/**
 * CPU time of one invocation cannot be counted here: the local process is Worker, objects, SQLite, sockets
 * and meter in one. All of them together took 7 ms per message, which would still be only $0.14.
 */
const CPU_MS_PER_INVOCATION = 2;

export type Bill = {
	/** Per message, also of what is counted but not billed by itself. */
	amounts: Record<BilledTerm | Term, number>;
	/** US dollars for a million messages. */
	dollars: Record<BilledTerm, number>;
	dollarsPerMillion: number;
};

/** @param samplingRate share of invocations that are logged */
export function toBill(sums: Record<Term, number>, messages: number, samplingRate: number): Bill {
	const invocations = sums.workerRequests + sums.senderCalls;
	const totals = {
		...sums,
		cpuMs: invocations * CPU_MS_PER_INVOCATION,
		logEvents: (invocations + sums.objectRequests + sums.logCalls) * samplingRate,
	};
	const amounts = mapValues(totals, (total) => total / messages);
	const dollars = mapValues(PRICES, ({ dollarsPerMillion }, term) => {
		return amounts[term] * dollarsPerMillion;
	});
	const dollarsPerMillion = Object.values(dollars).reduce((sum, dollar) => sum + dollar, 0);
	return { amounts, dollars, dollarsPerMillion };
}

function mapValues<K extends string, V>(
	record: Record<K, V>,
	map: (value: V, name: K) => number,
): Record<K, number> {
	const names = Object.keys(record) as K[]; // safe because callers give records without further keys
	return Object.fromEntries(names.map((name) => [name, map(record[name], name)])) as Record<
		K,
		number
	>;
}
