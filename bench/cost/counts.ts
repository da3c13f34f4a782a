// What the meter counts, as the bench Worker answers it: plain sums since the last reset.

/** Each is a term of the bill, or a sum that one is made of. */
export const TERMS = [
	"workerRequests",
	"senderCalls",
	"objectRequests",
	"objectSeconds",
	"objectRowsWritten",
	"objectRowsRead",
	"alarmsSet",
	"alarmsDeleted",
	"databaseQueries",
	"databaseRowsWritten",
	"databaseRowsRead",
	"kvReads",
	"kvWrites",
	"queueOperations",
	"logCalls",
] as const;

export type Term = (typeof TERMS)[number];

export type Counts = {
	sums: Record<Term, number>;
	/** Where a sum comes from, as in `objectRowsWritten | MessageStore INSERT messages`. */
	parts: Record<string, number>;
	/** What is still to come: nothing is, when all are 0. */
	open: { handlers: number; timers: number; alarms: number };
};

export function noSums(): Record<Term, number> {
	return Object.fromEntries(TERMS.map((term) => [term, 0])) as Record<Term, number>; // safe: all terms
}
