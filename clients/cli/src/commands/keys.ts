// `keys list`, `keys create` and `keys revoke`.
import { segment } from "../api.ts";
import { command } from "../command.ts";
import { toMoment } from "../durations.ts";
import { listOptions, readRows } from "../lists.ts";
import type { ApiKey, CreatedApiKey } from "../records.ts";
import { printTable } from "../table.ts";

export const keysList = command({
	name: "keys list",
	about: "List API keys, those that ended too; never the keys themselves",
	positionals: [],
	options: listOptions,
	examples: ["edgehook keys list"],
	async run({ options, isJson, terminal, connect }) {
		const rows = await readRows<ApiKey>(connect(), "/api-key/", options, terminal);
		if (isJson) {
			terminal.printJson(rows);
			return undefined;
		}
		const cells = rows.map((row) => [
			row.id,
			row.hint === "" ? "" : `…${row.hint}`,
			row.createdAt.slice(0, 10),
			stateOf(row, Date.now()),
			row.name,
		]);
		printTable(terminal, ["ID", "KEY", "MADE", "STATE", "NAME"], cells, "There is no key.");
		return undefined;
	},
});

export const keysCreate = command({
	name: "keys create",
	about: "Create an API key; it is printed once",
	positionals: ["NAME"],
	options: {
		expires: { type: "string", value: "WHEN", about: "It ends after a span (30d) or at a time" },
	},
	notes: ["The key alone goes to stdout, so that it can be piped to where secrets are kept."],
	examples: [
		'edgehook keys create "Billing service"',
		'edgehook keys create "CI" --expires 90d | gh secret set EDGEHOOK_API_KEY',
	],
	async run({ args, options, isJson, terminal, connect }) {
		const expiresAt =
			options.expires && toMoment("expires", options.expires, 1, Date.now()).toISOString();
		const created = await connect().request<CreatedApiKey>("POST", "/api-key/", {
			body: { name: args.NAME, expiresAt },
		});
		if (isJson) {
			terminal.printJson(created);
			return undefined;
		}
		terminal.note(`API key «${created.name}» (${created.id}), shown only now:`);
		terminal.print(created.key);
		return undefined;
	},
});

export const keysRevoke = command({
	name: "keys revoke",
	about: "End an API key: within two seconds it works nowhere",
	positionals: ["ID"],
	options: {},
	examples: ["edgehook keys revoke key_2b1…"],
	async run({ args, isJson, terminal, connect }) {
		await connect().request("DELETE", `/api-key/${segment(args.ID)}/`);
		if (isJson) terminal.printJson({ id: args.ID, revoked: true });
		else terminal.print(`API key ${args.ID} is revoked.`);
		return undefined;
	},
});

function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): string {
	if (revokedAt !== null) return `revoked ${revokedAt.slice(0, 10)}`;
	if (expiresAt === null) return "works";
	const day = expiresAt.slice(0, 10);
	return Date.parse(expiresAt) <= now ? `expired ${day}` : `works until ${day}`;
}
