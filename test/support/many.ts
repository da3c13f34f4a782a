// Fills lists with more rows than could be made one by one: copies of a row that is there.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { inject } from "vitest";
import { toId } from "../../src/core/ids.ts";
import type { List } from "./lists.ts";

/** Far more than a page looks at; `FUZZ=5` makes it 100,000. */
export const MANY = 20_000 * inject("fuzzTimes");
export const manyText = MANY.toLocaleString("en");

/** What came into a list: the keys of its new items, and how to take them away where other lists see them. */
type Filled = { keys: string[]; undo(): Promise<unknown> };

const NUMBERS = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1}) SELECT i FROM n`;
const PER_TICK = 8192;
/** As many as fit into one value. */
const ROWS_AT_ONCE = 10_000;
let copies = 0;

/** A column's values: an expression with the number `i`, and what it comes to. */
type Keys = { column: string; sql: string; of(i: number): string };

/** @param replaced expressions for further columns that must be distinct */
async function copyInDatabase(
	table: string,
	where: string,
	keys: Keys,
	replaced: Record<string, string> = {},
): Promise<Filled> {
	const { results } = await env.DB.prepare(`PRAGMA table_info(${table})`).all();
	const names = results.map(({ name }) => String(name));
	const all: Record<string, string> = { ...replaced, [keys.column]: keys.sql };
	const columns = names.map((name) => all[name] ?? name).join(", ");
	await env.DB.prepare(
		`INSERT INTO ${table} (${names.join(", ")}) SELECT ${columns}
		FROM (SELECT * FROM ${table} WHERE ${where} LIMIT 1), (${NUMBERS})`,
	).run();
	const made = Array.from({ length: MANY }, (_, i) => keys.of(i));
	const remove = `DELETE FROM ${table} WHERE ${keys.column} >= ? AND ${keys.column} <= ?`;
	const undo = () => env.DB.prepare(remove).bind(made[0], made.at(-1)).run();
	return { keys: made, undo };
}

/** Ids at one end of a list; no two calls make the same. */
function idsAt(end: "first" | "last", prefix: string): Keys {
	copies++;
	const begin = `${prefix}_${end === "first" ? "0" : "z"}${String(copies).padStart(4, "0")}`;
	const of = (i: number) => begin + String(i).padStart(22, "0");
	return { column: "id", sql: `printf('${begin}%022d', i)`, of };
}

type Row = Record<string, SqlStorageValue>;

/** Copies a row of a partitioned table, each with a later number; answers what is new of each. */
async function copyInObject(
	stub: DurableObjectStub,
	name: string,
	change: (seq: number, i: number) => Row,
): Promise<Row[]> {
	return runInDurableObject(stub, (_, { storage }) => {
		const [found] = storage.sql.exec(
			`SELECT name FROM sqlite_master WHERE name GLOB '${name}_[0-9]*_[0-9]'`,
		);
		const table = String(found?.name);
		const [newest] = storage.sql.exec<Row>(`SELECT * FROM ${table} ORDER BY seq DESC LIMIT 1`);
		const first = Number(newest?.seq);
		const rows = Array.from({ length: MANY }, (_, i) => change(first + (i + 1) * PER_TICK, i));
		const columns = Object.keys(newest ?? {});
		const values = columns.map((column) =>
			column in (rows[0] ?? {}) ? `json_extract(j.value, '$.${column}')` : column,
		);
		const insert = `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${values.join(", ")}
			FROM (SELECT * FROM ${table} WHERE seq = ?), json_each(?) AS j`;
		for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
			storage.sql.exec(insert, first, JSON.stringify(rows.slice(i, i + ROWS_AT_ONCE)));
		}
		return rows;
	});
}

const ofObject = (rows: Row[], column = "id"): Filled => ({
	keys: rows.map((row) => String(row[column])),
	undo: () => Promise.resolve(),
});

/** Two objects may number their rows alike: their ids differ all the same. */
const newRandom = () => crypto.getRandomValues(new Uint8Array(16));

function copyMessages(app: string): Promise<Row[]> {
	const random = newRandom();
	return copyInObject(env.MESSAGE_STORE.getByName(app), "messages", (seq) => ({
		seq,
		id: toId("msg", seq, random),
	}));
}

function copyAttempts(endpoint: string, messages: Row[] | null): Promise<Row[]> {
	const random = newRandom();
	return copyInObject(env.ENDPOINT_LANE.getByName(endpoint), "attempts", (seq, i) => {
		const of = messages?.[i];
		return {
			seq,
			id: toId("atmpt", seq, random),
			...(of !== undefined && { message_seq: of.seq ?? null, message_id: of.id ?? null }),
		};
	});
}

const copyDomains = () =>
	copyInDatabase("domains", newest("domains"), idsAt("first", "dom"), {
		hostname: "printf('copy%d.example', i)",
	});

/** The part of a path behind a word. */
export const partOf = (path: string, word: string) =>
	new RegExp(`/${word}/([^/?]+)`).exec(path)?.[1] ?? "";

async function copyAttemptsOfMessage({ api, path }: List): Promise<Filled> {
	const { body } = await api("GET", `/app/${partOf(path, "app")}/endpoint`);
	const rows: Row[][] = [];
	for (const { id } of body.data) rows.push(await copyAttempts(id, null));
	return ofObject(rows.flat());
}

const newestEndpoint = "id = (SELECT max(id) FROM endpoints WHERE id < 'ep_z')";
const copyEndpoints = (end: "first" | "last") =>
	copyInDatabase("endpoints", newestEndpoint, idsAt(end, "ep"), { uid: "NULL" });
const newest = (table: string) => `id = (SELECT max(id) FROM ${table} WHERE id NOT GLOB '*_z*')`;
const copyTasks = () =>
	copyInDatabase("background_tasks", newest("background_tasks"), idsAt("first", "qtask"));

export const fillers: Record<string, (list: List) => Promise<Filled>> = {
	"v1.application.list": () =>
		copyInDatabase(
			"applications",
			`${newest("applications")} AND is_operational = 0`,
			idsAt("last", "app"),
			{ uid: "NULL" },
		),
	"v1.endpoint.list": () => copyEndpoints("first"),
	"v1.endpoint.list-overviews": () => copyEndpoints("first"),
	"v1.operational-webhook.endpoint.list": () => copyEndpoints("first"),
	"v1.message-attempt.list-attempted-destinations": () => copyEndpoints("last"),
	"v1.event-type.list": () =>
		copyInDatabase("event_types", "created_at = (SELECT max(created_at) FROM event_types)", {
			column: "name",
			sql: "printf('zz%06d', i)",
			of: (i) => `zz${String(i).padStart(6, "0")}`,
		}),
	"v1.background-task.list": copyTasks,
	"v1.background-task.list-by-app": copyTasks,
	"v1.operator.list-dead-letters": () =>
		copyInDatabase("dead_letters", newest("dead_letters"), idsAt("first", "dead")),
	"v1.integration.list": () =>
		copyInDatabase("integrations", newest("integrations"), idsAt("first", "integ")),
	"v1.api-key.list": () =>
		copyInDatabase("api_keys", newest("api_keys"), idsAt("first", "key"), {
			hash: "printf('copy %d', i)",
		}),
	"v1.operator.list-organisations": () =>
		copyInDatabase("organisations", newest("organisations"), idsAt("first", "org")),
	"v1.environment.domain.list": copyDomains,
	"v1.operator.list-domains": copyDomains,
	"v1.message.list": async ({ path }) => ofObject(await copyMessages(partOf(path, "app"))),
	"v1.message-attempt.list-by-endpoint": async ({ path }) =>
		ofObject(await copyAttempts(partOf(path, "endpoint"), null)),
	"v1.message-attempt.list-attempted-messages": async ({ path }) => {
		const messages = await copyMessages(partOf(path, "app"));
		return ofObject(await copyAttempts(partOf(path, "endpoint"), messages), "message_id");
	},
	"v1.message-attempt.list-by-msg": copyAttemptsOfMessage,
	"v1.message-attempt.list-by-msg-older": copyAttemptsOfMessage,
	"v1.message-attempt.list-by-msg-and-endpoint-older": copyAttemptsOfMessage,
};
