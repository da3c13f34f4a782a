// `endpoint list`.
import { segment } from "../api.ts";
import { command } from "../command.ts";
import { listOptions, readRows } from "../lists.ts";
import type { Endpoint } from "../records.ts";
import { printTable } from "../table.ts";

export const endpointList = command({
	name: "endpoint list",
	about: "List the endpoints of an application, and how they stand",
	positionals: ["APP"],
	options: listOptions,
	examples: ["edgehook endpoint list acme", "edgehook endpoint list acme --json"],
	async run({ args, options, isJson, terminal, connect }) {
		const path = `/app/${segment(args.APP)}/endpoint/`;
		const rows = await readRows<Endpoint>(connect(), path, options, terminal);
		if (isJson) {
			terminal.printJson(rows);
			return undefined;
		}
		const cells = rows.map((row) => [
			row.id,
			row.uid ?? "",
			stateOf(row),
			row.throttleRate === null ? "" : `${row.throttleRate}/s`,
			row.eventTypes?.join(", ") ?? "all",
			row.url,
		]);
		const headings = ["ID", "UID", "STATE", "RATE", "EVENT TYPES", "URL"];
		printTable(terminal, headings, cells, "This application has no endpoint yet.");
		return undefined;
	},
});

function stateOf({ disabled, disabledReason, paused }: Endpoint): string {
	if (disabled) return disabledReason === null ? "disabled" : `disabled (${disabledReason})`;
	return paused ? "paused" : "enabled";
}
