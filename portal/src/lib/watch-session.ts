// Notices within seconds that a session was ended elsewhere, also while the reader only looks.
import { lastAskedAt, request } from "./api.ts";
import { tokenNow } from "./session.ts";

const EVERY_MS = 5_000;

export function watchSession(): void {
	const look = () => {
		if (tokenNow() === null || document.hidden || Date.now() - lastAskedAt() < EVERY_MS) return;
		// An answer of 401 ends the session here; whatever else goes wrong is not its end.
		void request("GET", "/auth/whoami/").catch(() => undefined);
	};
	setInterval(look, EVERY_MS);
	document.addEventListener("visibilitychange", look);
}
