// The few facts of a lane that must survive a restart and seldom change.
import type { DisabledReason } from "../../core/health.ts";
import type { Slowdown } from "../../core/throttle.ts";
import { firstRow } from "../sql.ts";

const SCHEMA = "CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID";

type Facts = {
	/** Nothing but failure since then, epoch milliseconds. */
	failingSince: number;
	/** The endpoint asked to be left alone until then. */
	pausedUntil: number;
	/** It answered «too many requests»; changes at most once a second. */
	slowdown: Slowdown;
	/** The URL, without its password, that asked for either. */
	askedBy: string;
	/** An ordered lane waits for this message, by sequence number, and what comes after it. */
	missingFrom: number;
	/** The endpoint is to be disabled, and D1 does not know it yet. */
	disabling: { reason: DisabledReason; at: number };
};

/** Reads from memory, writes only what changed. */
export function laneState(sql: SqlStorage) {
	sql.exec(SCHEMA);
	const known = new Map<keyof Facts, unknown>();

	return {
		get<N extends keyof Facts>(name: N): Facts[N] | null {
			if (!known.has(name)) {
				const row = firstRow<{ value: string }>(
					sql,
					"SELECT value FROM state WHERE name = ?",
					name,
				);
				known.set(name, row === null ? null : JSON.parse(row.value));
			}
			return known.get(name) as Facts[N] | null; // safe because only `set` writes it
		},

		set<N extends keyof Facts>(name: N, value: Facts[N] | null): void {
			if (JSON.stringify(this.get(name)) === JSON.stringify(value)) return;
			known.set(name, value);
			if (value === null) sql.exec("DELETE FROM state WHERE name = ?", name);
			else {
				const text = JSON.stringify(value);
				sql.exec("INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)", name, text);
			}
		},

		/** After a write was rolled back: memory may know what storage does not. */
		forget(): void {
			known.clear();
		},
	};
}

export type LaneState = ReturnType<typeof laneState>;
