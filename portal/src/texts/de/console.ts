// The console's German words.
import type { ConsoleCatalogue } from "../index.ts";
import { appearance } from "./console-appearance.ts";
import { applications } from "./console-applications.ts";
import { catalog } from "./console-catalog.ts";
import { embedding } from "./console-embedding.ts";
import { eventTypes } from "./console-event-types.ts";
import { importing } from "./console-import.ts";
import { keys } from "./console-keys.ts";
import { operation } from "./console-operation.ts";
import { overview } from "./console-overview.ts";
import { shell } from "./console-shell.ts";

export const consoleWords: ConsoleCatalogue = {
	...shell,
	...importing,
	...eventTypes,
	...embedding,
	...catalog,
	...appearance,
	...overview,
	...applications,
	...keys,
	...operation,
};
