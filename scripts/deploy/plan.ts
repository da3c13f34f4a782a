// What a deployment has to do, told from what the account already has.
import type { Ran } from "../wrangler.ts";

/** What an installation's parts are called in its account. */
export type Names = { database: string; queues: string[] };

type Settings = {
	d1_databases: readonly { database_name?: string | undefined }[];
	queues: { consumers?: readonly { queue: string }[] | undefined };
};

/** Throws when an environment was left without them: none inherits another one's. */
export function readNames({ d1_databases: [first], queues: { consumers = [] } }: Settings): Names {
	const queues = consumers.map(({ queue }) => queue);
	if (first?.database_name === undefined || queues.length < 2) {
		throw new Error(
			"wrangler.toml: this environment has no database or queues of its own. Write all of its bindings, as in docs/guides/operating.md.",
		);
	}
	return { database: first.database_name, queues };
}

export type Installation = { hasDatabase: boolean; hasMasterKey: boolean };

export type Step =
	| "queues"
	| "database"
	| "migrations"
	| "worker"
	| "worker with MASTER_KEY"
	| "API key";

/**
 * Code only ever runs on what it needs: tables and MASTER_KEY are there before its first request.
 * @example toSteps({ hasDatabase: true, hasMasterKey: true }) // queues, migrations, worker, API key
 */
export function toSteps({ hasDatabase, hasMasterKey }: Installation): Step[] {
	return [
		"queues",
		...(hasDatabase ? [] : (["database"] as const)),
		"migrations",
		hasMasterKey ? "worker" : "worker with MASTER_KEY",
		"API key",
	];
}

/**
 * Asks the account. Throws when an answer is missing: a second MASTER_KEY in the place of the first
 * would make every signing secret unreadable.
 */
export function readInstallation(run: (args: string[]) => Ran, database: string): Installation {
	const databases = run(["d1", "list", "--json"]);
	if (!databases.isOk) throw new Error(`The databases could not be listed.\n${databases.output}`);
	const secrets = run(["secret", "list"]);
	if (!secrets.isOk && !/Worker "[^"]*" not found/.test(secrets.output)) {
		throw new Error(`The secrets could not be listed.\n${secrets.output}`);
	}
	return {
		hasDatabase: new RegExp(`"name":\\s*"${database}"`).test(databases.output),
		hasMasterKey: secrets.isOk && /"name":\s*"MASTER_KEY"/.test(secrets.output),
	};
}
