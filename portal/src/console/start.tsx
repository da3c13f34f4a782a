// Starts the console: its words, its style sheet, the key that the tab remembers, and the page in the address.

import { render } from "preact";
import { forgetAll } from "../lib/query.ts";
import { startRouter } from "../lib/router.ts";
import { session } from "../lib/session.ts";
import { watchSession } from "../lib/watch-session.ts";
import { addWords } from "../texts/index.ts";
import { Console } from "./console.tsx";
import { locateConsole } from "./routes.ts";
import { resume } from "./session.ts";
import "../styles/console.css";

export async function start(root: HTMLElement): Promise<void> {
	const words = addWords(async (language) =>
		language === "de"
			? (await import("../texts/de/console.ts")).consoleWords
			: (await import("../texts/en/console.ts")).consoleWords,
	);
	session.subscribe(() => {
		// What one key could read is not shown to the next one.
		if (session.get().kind === "ended") forgetAll();
	});
	const opening = resume();
	await words;
	startRouter(locateConsole, location.pathname + location.search);
	render(<Console />, root);
	watchSession();
	await opening;
}
