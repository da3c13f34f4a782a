// Puts the look on the page: settings first, then the link, then what the host page says later.
import { type DarkMode, type Look, lookOfMessage, takenBackBy } from "./look.ts";
import { recall, remember } from "./memory.ts";
import { session } from "./session.ts";
import { createStore } from "./store.ts";
import { modeOf, variablesOf } from "./theme.ts";

const KEY = "portal.look";

export const isFramed = window.parent !== window;

export const look = createStore<Look>({});

const systemDark = matchMedia("(prefers-color-scheme: dark)");
let applied: string[] = [];

/** `given` is the link's; without one the tab remembers the last link's. */
export function startLook(given: Look): void {
	const isGiven = Object.keys(given).length > 0;
	// safe because it is parsed again like a message
	const kept = (recall(KEY) ?? {}) as Record<string, unknown>;
	look.subscribe(() => {
		apply();
		remember(KEY, toParameters(look.get()));
	});
	look.set(isGiven ? given : lookOfMessage(kept));
	session.subscribe(apply);
	systemDark.addEventListener("change", apply);
	apply();
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
	const mode = modeOf(look.get(), isFramed, systemDark.matches);
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
