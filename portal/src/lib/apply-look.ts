// Puts the look on the page: settings first, then the link, then what the host page says later. The tab remembers it.
import {
	type DarkMode,
	type Look,
	lookOfMessage,
	takenBackBy,
} from "../../../src/core/look/look.ts";
import { modeOf, variablesOf } from "../../../src/core/look/theme.ts";
import { recall, remember } from "./memory.ts";
import { session } from "./session.ts";
import { createStore } from "./store.ts";

export const isFramed = window.parent !== window;

export const look = createStore<Look>({});

const systemDark = matchMedia("(prefers-color-scheme: dark)");
let applied: string[] = [];

/** Whose look the tab remembers: an application's, or the console's. */
let owner: string | null = null;
const keyOf = (whose: string) => `look.${whose}`;

/** A link begins anew with what is in it; a page that is opened without one takes what the tab remembers. */
export function startLook(given: Look, whose: string | null, isLink: boolean): void {
	owner = whose;
	// safe because it is parsed again like a message
	const kept = (whose && !isLink ? recall(keyOf(whose)) : null) as Record<string, unknown> | null;
	look.set(kept === null ? given : lookOfMessage(kept));
	keep();
	look.subscribe(() => {
		apply();
		keep();
	});
	session.subscribe(() => {
		const state = session.get();
		if (state.kind === "open" && state.portal.appId !== owner) {
			owner = state.portal.appId;
			keep();
		}
		apply();
	});
	systemDark.addEventListener("change", apply);
	apply();
}

function keep(): void {
	if (owner !== null) remember(keyOf(owner), toParameters(look.get()));
}

export const setDarkMode = (darkMode: DarkMode): void => look.set({ ...look.get(), darkMode });

/** What the host page says later: wishes, and with empty texts that it has one no more. */
export function addLookOf(message: Record<string, unknown>): void {
	const kept = { ...look.get() };
	for (const name of takenBackBy(message)) delete kept[name];
	look.set({ ...kept, ...lookOfMessage(message) });
}

function apply(): void {
	const state = session.get();
	const settings = state.kind === "open" ? state.portal.settings : null;
	const root = document.documentElement;
	const mode = modeOf(look.get(), systemDark.matches);
	root.toggleAttribute("data-framed", isFramed);
	root.dataset.theme = mode;
	root.dataset.gutters = look.get().noGutters ? "none" : "normal";
	const variables = variablesOf(settings, look.get(), mode);
	for (const name of applied) if (!(name in variables)) root.style.removeProperty(name);
	for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value);
	applied = Object.keys(variables);
}

/** By the names of a link. */
function toParameters({ primaryLight, primaryDark, ...rest }: Look): Record<string, unknown> {
	return { ...rest, primaryColorLight: primaryLight, primaryColorDark: primaryDark };
}
