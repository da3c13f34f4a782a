// The session's state, and its end. Kept in memory, and in the tab's storage where that works.
import type { PortalOut } from "../models.ts";
import { forget } from "./memory.ts";
import { createStore } from "./store.ts";

export type Failure = "no-link" | "used" | "unreachable" | "foreign";
export type SessionState =
	| { kind: "opening" }
	| { kind: "failed"; why: Failure; retry: (() => void) | null }
	| { kind: "open"; token: string; portal: PortalOut }
	| { kind: "ended"; why: "expired" | "left" };

export const STORED_AS = "portal.session";

export const session = createStore<SessionState>({ kind: "opening" });

/** Forgets the token. `expired`: the API no longer takes it; `left`: the reader logged out. */
export function endSession(why: "expired" | "left"): void {
	forget(STORED_AS);
	if (session.get().kind === "open") session.set({ kind: "ended", why });
}
