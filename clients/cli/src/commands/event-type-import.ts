// `event-type import`.
import { command } from "../command.ts";
import { EXIT } from "../errors.ts";
import { nameOf, readInput } from "../files.ts";
import { hasChanges, printReport } from "../import-report.ts";
import { assertReadable } from "../openapi-file.ts";
import type { ImportReport } from "../records.ts";

export const eventTypeImport = command({
	name: "event-type import",
	about: "Create and update event types from an OpenAPI description",
	positionals: ["FILE|-"],
	options: {
		"dry-run": { type: "boolean", about: "Change nothing; show what would change" },
		"replace-all": { type: "boolean", about: "Archive event types that are not in the file" },
		check: {
			type: "boolean",
			about: `Change nothing, and end with ${EXIT.changes} when something would change`,
		},
	},
	notes: [
		"FILE is JSON or YAML with `webhooks` (OpenAPI 3.1) or `x-webhooks` (3.0) at its top.",
		"Entries that are wrong are named, with exit code 1; the others are imported.",
	],
	examples: [
		"edgehook event-type import openapi.yaml --dry-run",
		"edgehook event-type import openapi.yaml --replace-all",
		"generate-openapi | edgehook event-type import - --check",
	],
	async run({ args, options, isJson, terminal, connect }) {
		const path = args["FILE|-"];
		const specRaw = await readInput(path);
		assertReadable(specRaw, nameOf(path));
		const dryRun = options["dry-run"] === true || options.check === true;
		const replaceAll = options["replace-all"] === true;
		const { data } = await connect().request<{ data: ImportReport }>(
			"POST",
			"/event-type/import/openapi/",
			{ body: { specRaw, dryRun, replaceAll } },
		);
		if (isJson) terminal.printJson({ dryRun, ...data });
		else printReport(data, dryRun, terminal);
		if (data.failed.length > 0) return EXIT.error;
		return options.check === true && hasChanges(data) ? EXIT.changes : EXIT.ok;
	},
});
