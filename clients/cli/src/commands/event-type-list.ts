// `event-type list`.
import { command } from "../command.ts";
import { listOptions, readRows } from "../lists.ts";
import type { EventType } from "../records.ts";
import { printTable } from "../table.ts";

export const eventTypeList = command({
	name: "event-type list",
	about: "List event types",
	positionals: [],
	options: {
		...listOptions,
		archived: { type: "boolean", about: "Also those that are archived" },
	},
	examples: ["edgehook event-type list", "edgehook event-type list --all --archived --json"],
	async run({ options, isJson, terminal, connect }) {
		const rows = await readRows<EventType>(connect(), "/event-type/", options, terminal, {
			include_archived: String(options.archived === true),
			with_content: String(isJson),
		});
		if (isJson) {
			terminal.printJson(rows);
			return undefined;
		}
		const cells = rows.map((row) => [
			row.name,
			row.groupName ?? "",
			row.featureFlags?.join(", ") ?? "",
			stateOf(row),
			row.description,
		]);
		const headings = ["NAME", "GROUP", "FLAGS", "STATE", "DESCRIPTION"];
		printTable(terminal, headings, cells, "There is no event type yet.");
		return undefined;
	},
});

function stateOf({ archived, deprecated }: EventType): string {
	if (archived) return "archived";
	return deprecated ? "deprecated" : "";
}
