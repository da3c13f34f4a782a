// Talks with the page that the portal is framed in: the height to anyone, the rest to the known host alone.
import { addLookOf, isFramed } from "./apply-look.ts";
import { openLink } from "./open-session.ts";
import { go, place } from "./router.ts";
import { resolveNext } from "./routes.ts";
import { session } from "./session.ts";

type Incoming = { type?: unknown; url?: unknown; path?: unknown; [name: string]: unknown };

/** The host's origin as the browser or the host's first message tells it; null before. */
let host: string | null = null;
/** Where the host wants to be while there is no session. */
let wished: string | null = null;

export function startEmbedding(): void {
	if (!isFramed) return;
	host = originOf(location.ancestorOrigins?.[0]) ?? originOf(document.referrer);
	addEventListener("message", onMessage);
	new ResizeObserver(tellHeight).observe(document.body);
	tellHeight();
	tell("portal.ready", {});
	session.subscribe(tellSession);
	session.subscribe(goWhereWished);
	place.subscribe(() => tell("portal.navigate", { path: place.get().path }));
}

/** At once, or when a fresh link has opened: what was said while a session is renewed is not lost. */
function goWhereWished(): void {
	if (wished === null || session.get().kind !== "open") return;
	const path = resolveNext(wished);
	wished = null;
	// After all others that follow the session: the first page comes from the link.
	queueMicrotask(() => go(path));
}

/** Only what the host can do something about: with a fresh link, or by going on without the portal. */
function tellSession(): void {
	const state = session.get();
	if (state.kind === "ended") {
		tell("portal.session", { state: state.why === "left" ? "ended" : "expired" });
	}
	if (state.kind === "failed" && state.why !== "unreachable") {
		tell("portal.session", { state: "expired" });
	}
}

/** After a reload of the frame the referrer is empty; not every browser has the other one. */
const originOf = (url: string | undefined): string | null =>
	url !== undefined && /^https?:/.test(url) && URL.canParse(url) ? new URL(url).origin : null;

/** Asks the host page for a new link. */
export const askForLink = (): void => tell("portal.session", { state: "expired" });

function tell(type: string, fields: object): void {
	if (host !== null) window.parent.postMessage({ type, ...fields }, host);
}

/** Nothing secret: whoever frames the portal sees its height anyway. */
function tellHeight(): void {
	const height = Math.ceil(document.body.getBoundingClientRect().height);
	if (height === 0) return;
	window.parent.postMessage({ type: "svix.iframe-resizer-height", payload: { height } }, "*");
}

function onMessage({ source, origin, data }: MessageEvent): void {
	if (source !== window.parent || typeof data !== "object" || data === null) return;
	if (host !== null && origin !== host) return;
	if (host === null) {
		// A host that neither the referrer nor the browser named, names itself: nobody else is the parent.
		host = originOf(origin);
		tell("portal.ready", {});
		tellSession();
	}
	// safe because each member is looked at before it is used
	const message = data as Incoming;
	if (message.type === "portal.theme") addLookOf(message);
	if (message.type === "portal.navigate" && typeof message.path === "string") {
		wished = message.path;
		goWhereWished();
	}
	if (message.type === "portal.link" && typeof message.url === "string") openLink(message.url);
}
