// Fills lists with more rows than could be made one by one: copies of a row that is there.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { toId } from "../../src/core/ids.ts";
import type { List } from "./lists.ts";

export const MANY = 10_000;

const NUMBERS = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY}) SELECT i FROM n`;
const PER_TICK = 8192;
let copies = 0;

/** @param replaced expressions for columns that must be distinct, with the number `i` */
async function copyInDatabase(table: string, where: string, replaced: Record<string, string>) {
	const { results } = await env.DB.prepare(`PRAGMA table_info(${table})`).all();
	const names = results.map(({ name }) => String(name));
	const columns = names.map((name) => replaced[name] ?? name).join(", ");
	await env.DB.prepare(
		`INSERT INTO ${table} (${names.join(", ")}) SELECT ${columns}
		FROM (SELECT * FROM ${table} WHERE ${where} LIMIT 1), (${NUMBERS})`,
	).run();
}

/** Ids at one end of a list; no two calls make the same. */
function idsAt(end: "first" | "last", prefix: string): string {
	copies++;
	return `printf('${prefix}_${end === "first" ? "0" : "z"}%04d%022d', ${copies}, i)`;
}

type Row = Record<string, SqlStorageValue>;

/** Copies a row of a partitioned table, each with a later number; answers the new rows. */
function copyInObject(
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
		const rows = Array.from({ length: MANY }, (_, i) => ({
			...newest,
			...change(first + (i + 1) * PER_TICK, i),
		}));
		const columns = Object.keys(newest ?? {});
		const marks = columns.map(() => "?").join(", ");
		const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${marks})`;
		for (const row of rows as Row[])
			storage.sql.exec(insert, ...columns.map((name) => row[name] ?? null));
		return rows;
	});
}

const random = () => crypto.getRandomValues(new Uint8Array(16));
const copyMessages = (app: string) =>
	copyInObject(env.MESSAGE_STORE.getByName(app), "messages", (seq) => ({
		seq,
		id: toId("msg", seq, random()),
	}));
const copyAttempts = (endpoint: string, messages: Row[] | null) =>
	copyInObject(env.ENDPOINT_LANE.getByName(endpoint), "attempts", (seq, i) => {
		const of = messages?.[i];
		return {
			seq,
			id: toId("atmpt", seq, random()),
			...(of !== undefined && { message_seq: of.seq ?? null, message_id: of.id ?? null }),
		};
	});

/** The part of a path behind a word. */
const partOf = (path: string, word: string) =>
	new RegExp(`/${word}/([^/?]+)`).exec(path)?.[1] ?? "";

async function copyAttemptsOfMessage({ api, path }: List): Promise<void> {
	const { body } = await api("GET", `/app/${partOf(path, "app")}/endpoint`);
	for (const { id } of body.data) await copyAttempts(id, null);
}

const newestEndpoint = "id = (SELECT max(id) FROM endpoints WHERE id < 'ep_z')";
const copyEndpoints = (end: "first" | "last") =>
	copyInDatabase("endpoints", newestEndpoint, { id: idsAt(end, "ep"), uid: "NULL" });
const newest = (table: string) => `id = (SELECT max(id) FROM ${table} WHERE id NOT GLOB '*_z*')`;

export const fillers: Record<string, (list: List) => Promise<unknown>> = {
	"v1.application.list": () =>
		copyInDatabase("applications", `${newest("applications")} AND is_operational = 0`, {
			id: idsAt("last", "app"),
			uid: "NULL",
		}),
	"v1.endpoint.list": () => copyEndpoints("first"),
	"v1.operational-webhook.endpoint.list": () => copyEndpoints("first"),
	"v1.message-attempt.list-attempted-destinations": () => copyEndpoints("last"),
	"v1.event-type.list": () =>
		copyInDatabase("event_types", "created_at = (SELECT max(created_at) FROM event_types)", {
			name: "printf('zz%05d', i)",
		}),
	"v1.background-task.list": () =>
		copyInDatabase("background_tasks", newest("background_tasks"), { id: idsAt("first", "qtask") }),
	"v1.operator.list-dead-letters": () =>
		copyInDatabase("dead_letters", newest("dead_letters"), { id: idsAt("first", "dead") }),
	"v1.integration.list": () =>
		copyInDatabase("integrations", newest("integrations"), { id: idsAt("first", "integ") }),
	"v1.api-key.list": () =>
		copyInDatabase("api_keys", newest("api_keys"), {
			id: idsAt("first", "key"),
			hash: "printf('copy %d', i)",
		}),
	"v1.operator.list-organisations": () =>
		copyInDatabase("organisations", newest("organisations"), { id: idsAt("first", "org") }),
	"v1.message.list": ({ path }) => copyMessages(partOf(path, "app")),
	"v1.message-attempt.list-by-endpoint": ({ path }) => copyAttempts(partOf(path, "endpoint"), null),
	"v1.message-attempt.list-attempted-messages": async ({ path }) =>
		copyAttempts(partOf(path, "endpoint"), await copyMessages(partOf(path, "app"))),
	"v1.message-attempt.list-by-msg": copyAttemptsOfMessage,
	"v1.message-attempt.list-by-msg-older": copyAttemptsOfMessage,
	"v1.message-attempt.list-by-msg-and-endpoint-older": copyAttemptsOfMessage,
};
