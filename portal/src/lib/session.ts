// The session's state, and its end. Kept in memory, and in the tab's storage where that works.
import type { PortalOut, WhoamiOut } from "../models.ts";
import { forget } from "./memory.ts";
import { createStore } from "./store.ts";

export type Failure = "no-link" | "used" | "unreachable" | "foreign";
/** `open`: a customer's, for one application; `account`: a sender's, with an API key, in the console. */
export type SessionState =
	| { kind: "opening" }
	| { kind: "failed"; why: Failure; retry: (() => void) | null }
	| { kind: "open"; token: string; portal: PortalOut }
	| { kind: "account"; token: string; account: WhoamiOut }
	| { kind: "ended"; why: "expired" | "left" };

export const STORED_AS = "portal.session";
/** Where the console keeps its key while the tab is open, if it is told to. */
export const KEY_STORED_AS = "console.key";

export const session = createStore<SessionState>({ kind: "opening" });

/** The application that the pages are about: the session's own, or the one that is opened in the console. */
export const application = createStore<PortalOut | null>(null);

/** What requests are sent with; null outside of a session. */
export function tokenNow(): string | null {
	const state = session.get();
	return state.kind === "open" || state.kind === "account" ? state.token : null;
}

/** Forgets the token. `expired`: the API no longer takes it; `left`: the reader logged out. */
export function endSession(why: "expired" | "left"): void {
	const { kind } = session.get();
	forget(kind === "account" ? KEY_STORED_AS : STORED_AS);
	if (kind === "open" || kind === "account") session.set({ kind: "ended", why });
}
