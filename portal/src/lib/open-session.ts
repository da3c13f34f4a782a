// Opens a session with a one-time link, or with what the tab remembers; and leaves it.
import type { PortalOut, PortalSessionOut } from "../models.ts";
import { ApiError, send, toError } from "./api.ts";
import { isFramed } from "./apply-look.ts";
import { type PortalLink, parseLink } from "./link.ts";
import { forget, recall, remember } from "./memory.ts";
import { isOwnedBy, ownerOf } from "./page-owner.ts";
import { endSession, type SessionState, STORED_AS, session } from "./session.ts";
import { speak } from "./speak.ts";

/** As the page was loaded: the links that a page around brings later change nothing about who may frame it. */
const owner = ownerOf(new URL(location.href), isFramed);

type Stored = { appId: string; token: string; linkHash: string | null };

const FOREIGN: SessionState = { kind: "failed", why: "foreign", retry: null };

/** Opens the session of a link, or the tab's own one for `appId` when there is no link. */
export async function openSession(link: PortalLink | null, appId: string | null): Promise<void> {
	session.set({ kind: "opening" });
	try {
		const opened = await open(link, appId);
		if (opened.kind === "open") await speak(opened.portal.settings.locale);
		session.set(opened);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.status === 422) {
			session.set(FOREIGN);
			return;
		}
		if (error.status !== 401 && error.status !== 403 && error.status !== 404) {
			const retry = () => void openSession(link, appId);
			session.set({ kind: "failed", why: "unreachable", retry });
			return;
		}
		forget(STORED_AS);
		session.set(
			link === null
				? { kind: "ended", why: "expired" }
				: { kind: "failed", why: "used", retry: null },
		);
	}
}

/** Opens the session of a fresh link that the host page brings. */
export function openLink(url: string): void {
	const link = URL.canParse(url, location.href) ? parseLink(new URL(url, location.href)) : null;
	if (link !== null) void openSession(link, link.appId);
}

export async function logOut(): Promise<void> {
	const state = session.get();
	endSession("left");
	if (state.kind === "open") {
		await send("POST", "/auth/logout/", {}, state.token).catch(() => undefined);
	}
}

async function open(link: PortalLink | null, appId: string | null): Promise<SessionState> {
	const stored = toStored(recall(STORED_AS));
	const linkHash = link === null ? null : await hashOf(link.oneTimeToken);
	const isSame = link === null ? stored?.appId === appId : stored?.linkHash === linkHash;
	if (stored !== null && isSame && (link === null || linkHash !== null)) {
		const answer = await send("GET", `/app/${stored.appId}/portal/`, {}, stored.token);
		if (!answer.ok) throw await toError(answer);
		const portal: PortalOut = await answer.json();
		return isOwnedBy(owner, portal) ? { kind: "open", token: stored.token, portal } : FOREIGN;
	}
	if (link === null) return { kind: "failed", why: "no-link", retry: null };
	// With whom the page is of, so that the link of another is refused before it is spent.
	const body = { oneTimeToken: link.oneTimeToken, ...owner };
	const answer = await send("POST", "/auth/one-time-token/", { body }, null);
	if (!answer.ok) throw await toError(answer);
	const { token, ...portal }: PortalSessionOut = await answer.json();
	remember(STORED_AS, { appId: portal.appId, token, linkHash } satisfies Stored);
	return { kind: "open", token, portal };
}

function toStored(value: unknown): Stored | null {
	// safe because each member is looked at before it is used
	const { appId, token, linkHash } = (value ?? {}) as Record<string, unknown>;
	if (typeof appId !== "string" || typeof token !== "string") return null;
	return { appId, token, linkHash: typeof linkHash === "string" ? linkHash : null };
}

/** Null where the browser has no digest: pages over plain http. */
async function hashOf(text: string): Promise<string | null> {
	if (crypto.subtle === undefined) return null;
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
	return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
