// The order of a deployment, and what it reads from wrangler's answers.
import { expect, test } from "vitest";
import {
	type Installation,
	readInstallation,
	readNames,
	toSteps,
} from "../../../scripts/deploy/plan.ts";

const table: [string, Installation, string][] = [
	[
		"a first installation has tables and MASTER_KEY before code runs",
		{ hasDatabase: false, hasMasterKey: false },
		"queues, database, migrations, worker with MASTER_KEY, API key",
	],
	[
		"one that was interrupted goes on",
		{ hasDatabase: true, hasMasterKey: false },
		"queues, migrations, worker with MASTER_KEY, API key",
	],
	[
		"an upgrade migrates before the new code runs, and keeps MASTER_KEY",
		{ hasDatabase: true, hasMasterKey: true },
		"queues, migrations, worker, API key",
	],
	[
		"a lost database is made again",
		{ hasDatabase: false, hasMasterKey: true },
		"queues, database, migrations, worker, API key",
	],
];

test.each(table)("%s", (_, installation, steps) => {
	expect(toSteps(installation).join(", ")).toBe(steps);
});

const ok = (output: string) => ({ isOk: true, output });
const failed = (output: string) => ({ isOk: false, output });
const read = (databases: ReturnType<typeof ok>, secrets: ReturnType<typeof ok>) =>
	readInstallation((args) => (args[0] === "d1" ? databases : secrets), "edgehook");

test("A new account has neither database nor MASTER_KEY", () => {
	const installation = read(
		ok('[{"uuid": "1", "name": "edgehook-old"}]'),
		failed('Worker "edgehook" not found.'),
	);
	expect(installation).toEqual({ hasDatabase: false, hasMasterKey: false });
});

test("An installation is recognised by its database and its secret", () => {
	const installation = read(
		ok('[\n  {\n    "uuid": "1",\n    "name": "edgehook"\n  }\n]'),
		ok('[\n  {\n    "name": "MASTER_KEY",\n    "type": "secret_text"\n  }\n]'),
	);
	expect(installation).toEqual({ hasDatabase: true, hasMasterKey: true });
});

test("A Worker without the secret gets one", () => {
	expect(read(ok("[]"), ok("[]")).hasMasterKey).toBe(false);
});

test("What could not be asked is never taken for missing", () => {
	expect(() => read(failed("no network"), ok("[]"))).toThrow("no network");
	expect(() => read(ok("[]"), failed("Authentication error [code: 10000]"))).toThrow("10000");
});

test("The names are those of the environment, and never another one's", () => {
	const consumers = [{ queue: "a-fanout" }, { queue: "a-fanout-dlq" }];
	const databases = [{ database_name: "a" }];
	const found = readNames({ d1_databases: databases, queues: { consumers } });
	expect(found).toEqual({ database: "a", queues: ["a-fanout", "a-fanout-dlq"] });
	const complaint = /no database or queues of its own/;
	expect(() => readNames({ d1_databases: [], queues: { consumers } })).toThrow(complaint);
	expect(() => readNames({ d1_databases: databases, queues: {} })).toThrow(complaint);
});
