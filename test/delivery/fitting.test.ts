// Pages of rows in several tables: they end after looking at so many, wherever a table ends.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { LOOKED_AT_MAX, type Order } from "../../src/core/page.ts";
import { allOf, readFitting, subjectConditions } from "../../src/delivery/fitting.sql.ts";

type Row = { seq: number; id: string; event_type: string };

const PER_TABLE = 1_500;
const TABLES = ["oldest", "middle", "newest"];
const ALL = TABLES.length * PER_TABLE;
/** Beside the ends of tables and pages, and three in a row. */
const RARE = [0, 7, 8, 9, 1_499, 1_500, 1_999, 2_000, 2_001, 2_499, 2_500, 3_000, ALL - 1];

/** Rows 0, 1, 2, … in three tables, a few of which are rare. */
function withRows(work: (sql: SqlStorage) => void): Promise<void> {
	return runInDurableObject(env.ENDPOINT_LANE.getByName(crypto.randomUUID()), (_, { storage }) => {
		const { sql } = storage;
		TABLES.forEach((table, i) => {
			sql.exec(`CREATE TABLE ${table} (seq INTEGER PRIMARY KEY, id TEXT, event_type TEXT)`);
			sql.exec(
				`WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 + ${PER_TABLE - 1})
				INSERT INTO ${table} SELECT i, printf('row%d', i),
					CASE WHEN i IN (SELECT value FROM json_each(?2)) THEN 'rare' ELSE 'usual' END FROM n`,
				i * PER_TABLE,
				JSON.stringify(RARE),
			);
		});
		work(sql);
	});
}

function read(sql: SqlStorage, direction: Order, from: number, to: number, eventTypes: string[]) {
	const tables = direction === "descending" ? TABLES.toReversed() : TABLES;
	const filter = { channel: null, tag: null, eventTypes };
	return readFitting<Row>(
		sql,
		tables,
		{ direction, take: 4 },
		{
			...{ columns: "*", from, to, within: null },
			fits: allOf(subjectConditions(filter)),
		},
	);
}

test.each<Order>(["ascending", "descending"])(
	"a walk finds what fits in all tables, %s, and no page looks at more rows than it may",
	(direction) =>
		withRows((sql) => {
			const down = direction === "descending";
			const found: number[] = [];
			let [from, to] = [0, ALL];
			for (let pages = 0; pages < 20; pages++) {
				const { rows, end } = read(sql, direction, from, to, ["rare"]);
				const seqs = rows.map(({ seq }) => seq);
				found.push(...seqs);
				const last = end === null ? seqs.at(-1) : Number(end.slice(3));
				if (last === undefined || (end === null && seqs.length < 4)) break;
				const looked = down ? to - last : last - from + 1;
				expect(looked).toBeLessThanOrEqual(LOOKED_AT_MAX);
				if (end !== null) expect(looked).toBe(LOOKED_AT_MAX);
				[from, to] = down ? [from, last] : [last + 1, to];
			}
			expect(found).toEqual(down ? RARE.toReversed() : RARE);
		}),
);

test("a page without a fitting row ends where it stopped looking, and where nothing is left it is over", () =>
	withRows((sql) => {
		expect(read(sql, "ascending", 0, ALL, ["none"])).toEqual({
			rows: [],
			end: `row${LOOKED_AT_MAX - 1}`,
		});
		expect(read(sql, "descending", 0, ALL, ["none"])).toEqual({
			rows: [],
			end: `row${ALL - LOOKED_AT_MAX}`,
		});
		expect(read(sql, "ascending", 3_000, ALL, ["none"])).toEqual({ rows: [], end: null });
	}));

test("a full page ends with its last row", () =>
	withRows((sql) => {
		const { rows, end } = read(sql, "descending", 0, ALL, ["usual", "rare"]);
		expect(rows.map(({ seq }) => seq)).toEqual([ALL - 1, ALL - 2, ALL - 3, ALL - 4]);
		expect(end).toBeNull();
	}));
