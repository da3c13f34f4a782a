// The console's session: an API key, in memory, and in the tab's storage only if the reader wants that.
import { ApiError, send, toError } from "../lib/api.ts";
import { forget, recall, remember } from "../lib/memory.ts";
import { KEY_STORED_AS, session } from "../lib/session.ts";
import type { WhoamiOut } from "../models.ts";

/** Why a key did not open the console. */
export type Refusal = "wrong" | "application" | "unreachable";

/** Opens the session of a key; null when it is open. */
export async function signIn(key: string, isKept: boolean): Promise<Refusal | null> {
	// What could not stand in a header could not be a key either.
	if (!/^[\x21-\x7e]+$/.test(key)) return "wrong";
	try {
		const answer = await send("GET", "/auth/whoami/", {}, key);
		if (!answer.ok) throw await toError(answer);
		const account: WhoamiOut = await answer.json();
		if (account.appId !== null) return "application";
		if (isKept) remember(KEY_STORED_AS, key);
		else forget(KEY_STORED_AS);
		session.set({ kind: "account", token: key, account });
		return null;
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.status !== 401) return error.status === 403 ? "application" : "unreachable";
		forget(KEY_STORED_AS);
		return "wrong";
	}
}

/** Opens the session of the key that the tab remembers, if it does. */
export async function resume(): Promise<void> {
	const kept = recall(KEY_STORED_AS);
	const refusal = typeof kept === "string" ? await signIn(kept, true) : "none";
	if (refusal === null) return;
	if (refusal === "unreachable") {
		const retry = () => {
			session.set({ kind: "opening" });
			void resume();
		};
		session.set({ kind: "failed", why: "unreachable", retry });
	} else if (refusal === "none") session.set({ kind: "failed", why: "no-link", retry: null });
	else session.set({ kind: "ended", why: "expired" });
}
