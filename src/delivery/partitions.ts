// Rows in one table per span of time: a table is dropped whole when all in it is too old, which writes no rows.
import { firstSeq, seqFrom, seqTime } from "../core/ids.ts";
import type { Order } from "../core/page.ts";

export const DAY_MS = 86_400_000;
/** From this retention on a table holds a week: dozens of tables at most, whatever the retention. */
const WEEKS_FROM_DAYS = 28;

/** Sequence numbers: from (inclusive), to (exclusive). */
export type Partition = { table: string; from: number; to: number };

export type PartitionRules = {
	/** What the tables' names begin with. */
	name: string;
	/** The statements that make a table of this name, if it is missing. */
	schema(table: string): string;
	spanDays: number;
	keepDays: number;
};

/** How rows are kept that live for the installation's retention. */
export function retentionRules(retentionDays: number) {
	return { keepDays: retentionDays, spanDays: retentionDays >= WEEKS_FROM_DAYS ? 7 : 1 };
}

/** `messages_20000_7` holds the seven days from day 20000 on: the name alone tells what belongs there. */
export function partitionTable(name: string, fromDay: number, days: number): string {
	return `${name}_${fromDay}_${days}`;
}

export const dayOf = (seq: number): number => Math.floor(seqTime(seq) / DAY_MS);
const seqOfDay = (day: number): number => firstSeq(day * DAY_MS);

export class Partitions {
	readonly #sql: SqlStorage;
	readonly #rules: PartitionRules;
	/** Oldest first, never overlapping. */
	#all: Partition[];

	constructor(sql: SqlStorage, rules: PartitionRules) {
		this.#sql = sql;
		this.#rules = rules;
		this.#all = this.#read();
	}

	/** After a transaction was rolled back, which may have made a table. */
	reload(): void {
		this.#all = this.#read();
	}

	#read(): Partition[] {
		const { name } = this.#rules;
		const tables = this.#sql.exec<{ name: string }>(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB ?",
			`${name}_[0-9]*_[0-9]*`,
		);
		const found = [...tables].map(({ name: table }): Partition => {
			const [fromDay, days] = table.slice(name.length + 1).split("_");
			const from = Number(fromDay);
			return { table, from: seqOfDay(from), to: seqOfDay(from + Number(days)) };
		});
		return found.sort((a, b) => a.from - b.from);
	}

	/** The table that holds this row, if there is one. */
	forSeq(seq: number): string | null {
		return this.#all.find(({ from, to }) => from <= seq && seq < to)?.table ?? null;
	}

	/** The table that takes this row; made when it is the first one there. */
	toWrite(seq: number): string {
		return this.forSeq(seq) ?? this.#create(seq);
	}

	/** Between tables that exist, also when their span was another one. */
	#create(seq: number): string {
		const { name, schema, spanDays } = this.#rules;
		let fromDay = Math.floor(dayOf(seq) / spanDays) * spanDays;
		let toDay = fromDay + spanDays;
		for (const { from, to } of this.#all) {
			if (to <= seq) fromDay = Math.max(fromDay, dayOf(to));
			else toDay = Math.min(toDay, dayOf(from));
		}
		const table = partitionTable(name, fromDay, toDay - fromDay);
		this.#sql.exec(schema(table));
		this.#all.push({ table, from: seqOfDay(fromDay), to: seqOfDay(toDay) });
		this.#all.sort((a, b) => a.from - b.from);
		return table;
	}

	/** Writes a row. A table whose creation was rolled back with its transaction is made again. */
	write(seq: number, run: (table: string) => void): void {
		const table = this.toWrite(seq);
		try {
			run(table);
		} catch (error) {
			this.#all = this.#read();
			if (this.forSeq(seq) !== null) throw error;
			run(this.toWrite(seq));
		}
	}

	/** Tables that may hold rows of a range of sequence numbers, in that order. */
	between(from: number, to: number, order: Order): string[] {
		const found = this.#all.filter((each) => each.to > from && each.from < to);
		if (order === "descending") found.reverse();
		return found.map(({ table }) => table);
	}

	/** The oldest sequence number that readers see: what is older is gone, dropped or not. */
	visibleFrom(now: number): number {
		return seqFrom(now - this.#rules.keepDays * DAY_MS);
	}

	/** Drops the tables in which nothing is to be kept; answers how many. */
	dropExpired(now: number): number {
		const expired = this.#all.filter((each) => this.#expiryOf(each) <= now);
		for (const { table } of expired) this.#sql.exec(`DROP TABLE IF EXISTS ${table}`);
		this.#all = this.#all.filter((each) => !expired.includes(each));
		return expired.length;
	}

	/** When the next table is to be dropped, epoch milliseconds; null when there is none. */
	nextExpiryAt(): number | null {
		const [oldest] = this.#all;
		return oldest === undefined ? null : this.#expiryOf(oldest);
	}

	#expiryOf({ to }: Partition): number {
		return seqTime(to) + this.#rules.keepDays * DAY_MS;
	}
}
