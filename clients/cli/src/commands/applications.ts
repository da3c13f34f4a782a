// `application list` and `application create`.
import { command } from "../command.ts";
import { UsageError } from "../errors.ts";
import { listOptions, readRows } from "../lists.ts";
import type { Application } from "../records.ts";
import { printTable } from "../table.ts";
import { printable } from "../terminal.ts";

const HEADINGS = ["ID", "UID", "RATE", "NAME"];

export const applicationList = command({
	name: "application list",
	about: "List applications: your customers",
	positionals: [],
	options: listOptions,
	examples: ["edgehook application list", "edgehook application list --all --json | jq '.[].uid'"],
	async run({ options, isJson, terminal, connect }) {
		const rows = await readRows<Application>(connect(), "/app/", options, terminal);
		if (isJson) terminal.printJson(rows);
		else printTable(terminal, HEADINGS, rows.map(toCells), "There is no application yet.");
		return undefined;
	},
});

export const applicationCreate = command({
	name: "application create",
	about: "Create an application",
	positionals: ["NAME"],
	options: {
		uid: { type: "string", value: "UID", about: "Your own id for it, used in place of app_…" },
		"throttle-rate": {
			type: "string",
			value: "N",
			about: "Messages a second to each of its endpoints, at most",
		},
		"get-if-exists": { type: "boolean", about: "Take the one that has this uid already" },
	},
	examples: ['edgehook application create "Acme" --uid acme'],
	async run({ args, options, isJson, terminal, connect }) {
		const rate = options["throttle-rate"];
		if (rate !== undefined && !/^\d{1,5}$/.test(rate)) {
			throw new UsageError(`--throttle-rate must be a whole number; not «${rate}».`);
		}
		const application = await connect().request<Application>("POST", "/app/", {
			query: { get_if_exists: options["get-if-exists"] === true ? "true" : undefined },
			body: { name: args.NAME, uid: options.uid, throttleRate: rate && Number(rate) },
		});
		if (isJson) terminal.printJson(application);
		else terminal.print(printable(`${application.id}  ${application.name}`));
		return undefined;
	},
});

const toCells = ({ id, uid, throttleRate, name }: Application) => [
	id,
	uid ?? "",
	throttleRate === null ? "" : `${throttleRate}/s`,
	name,
];
