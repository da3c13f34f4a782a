// Talks with the page that the portal is framed in: the height to anyone, the rest to the known host alone.
import { addLook, isFramed } from "./apply-look.ts";
import { lookOfMessage } from "./look.ts";
import { openLink } from "./open-session.ts";
import { go, place } from "./router.ts";
import { resolveNext } from "./routes.ts";
import { session } from "./session.ts";

type Incoming = { type?: unknown; url?: unknown; path?: unknown; [name: string]: unknown };

/** The host's origin as the browser tells it; null when the host keeps it to itself. */
let host: string | null = null;

export function startEmbedding(): void {
	if (!isFramed) return;
	host = URL.canParse(document.referrer) ? new URL(document.referrer).origin : null;
	if (host === location.origin) host = location.ancestorOrigins?.[0] ?? host;
	addEventListener("message", onMessage);
	new ResizeObserver(tellHeight).observe(document.body);
	tellHeight();
	tell("portal.ready", {});
	session.subscribe(() => {
		const state = session.get();
		if (state.kind === "ended") {
			tell("portal.session", { state: state.why === "left" ? "ended" : "expired" });
		}
		if (state.kind === "failed" && state.why !== "unreachable") {
			tell("portal.session", { state: "expired" });
		}
	});
	place.subscribe(() => tell("portal.navigate", { path: place.get().path }));
}

/** Asks the host page for a new link. */
export const askForLink = (): void => tell("portal.session", { state: "expired" });

function tell(type: string, fields: object): void {
	if (host !== null) window.parent.postMessage({ type, ...fields }, host);
}

/** Nothing secret: whoever frames the portal sees its height anyway. */
function tellHeight(): void {
	const height = Math.ceil(document.body.getBoundingClientRect().height);
	window.parent.postMessage({ type: "svix.iframe-resizer-height", payload: { height } }, "*");
}

function onMessage({ source, origin, data }: MessageEvent): void {
	if (source !== window.parent || typeof data !== "object" || data === null) return;
	if (host !== null && origin !== host) return;
	// safe because each member is looked at before it is used
	const message = data as Incoming;
	if (message.type === "portal.theme") addLook(lookOfMessage(message));
	if (message.type === "portal.navigate" && typeof message.path === "string") {
		if (session.get().kind === "open") go(resolveNext(message.path));
	}
	if (message.type === "portal.link" && typeof message.url === "string") openLink(message.url);
}
