// What the frame and its host tell each other: links, the look, the page, the session's end. No React here.
import { asError } from "./errors.ts";
import {
	type LookParameters,
	type PortalLook,
	toFrameAddress,
	toLook,
	toLookMessage,
} from "./portal-address.ts";

/** More fresh links than this in a minute help nobody: something else is wrong. */
const RENEWALS_MAX = 5;
const RENEWALS_MS = 60_000;

export interface PortalFrameProps extends PortalLook {
	/** A link of app-portal-access. Nothing yet: the portal waits for it. */
	url?: string | null | undefined;
	/** Asks your server for a fresh link: at the start when there is no `url`, and when the session ended. */
	getUrl?: ((options: { signal: AbortSignal }) => Promise<string> | string) | undefined;
	/** The page to open, as `/endpoints/new`; also later. */
	next?: string | undefined;
	/** The portal is there. */
	onReady?: (() => void) | undefined;
	onError?: ((error: Error) => void) | undefined;
	/** The reader went to a page, as `/messages`. */
	onNavigate?: ((path: string) => void) | undefined;
	/** The reader logged out. The portal says so itself, and asks for no link. */
	onSessionEnd?: (() => void) | undefined;
}

export type FrameState = {
	/** Counts the documents in the frame. */
	key: number;
	/** The frame's address; null before there is a link. */
	href: string | null;
	isReady: boolean;
	/** Why there is nothing to see. */
	error?: Error | undefined;
	/** As the portal says it. */
	height?: number | undefined;
};

export type PortalFrame = {
	/** To be called after each drawing. */
	update: (props: PortalFrameProps) => void;
	/** Opens the props' link, or asks for one; returns what calls that off. */
	open: () => () => void;
	/** Listens to the frame, until what it returns is called. */
	listen: () => () => void;
	fail: (reason: unknown) => void;
	retry: () => void;
};

export function createPortalFrame(
	set: (change: Partial<FrameState>) => void,
	getWindow: () => Window | null | undefined,
): PortalFrame {
	let props: PortalFrameProps = {};
	/** The last link that was opened: it is good once, and never opened again by itself. */
	let link: string | undefined;
	let failedUrl: PortalFrameProps["url"];
	let origin = "";
	let key = 0;
	let isReady = false;
	let toldLook: LookParameters = {};
	let toldNext: string | undefined;
	let asking: AbortController | null = null;
	let askedAt: number[] = [];

	const post = (message: object) => getWindow()?.postMessage(message, origin);

	const tell = () => {
		const look = toLook(props);
		if (JSON.stringify(look) !== JSON.stringify(toldLook)) {
			post({ type: "portal.theme", ...toLookMessage(look, toldLook) });
			toldLook = look;
		}
		if (props.next && props.next !== toldNext) post({ type: "portal.navigate", path: props.next });
		toldNext = props.next;
	};

	const fail = (reason: unknown, isFatal = true) => {
		const error = asError(reason);
		if (isFatal) set({ isReady: false, error });
		props.onError?.(error);
	};

	const show = (fresh: string, isRenewal = false) => {
		if (fresh === link) return;
		try {
			const address = toFrameAddress(fresh, toLook(props), props.next);
			link = fresh;
			// The page that the reader is on stays.
			if (isRenewal && address.origin === origin) return post({ type: "portal.link", url: fresh });
			origin = address.origin;
			isReady = false;
			toldNext = props.next;
			set({ key: ++key, href: address.href, isReady, error: undefined, height: undefined });
		} catch (error) {
			fail(error);
		}
	};

	/** One at a time, and not for ever. */
	const ask = async () => {
		const { getUrl } = props;
		if (asking !== null) return;
		if (getUrl === undefined) return fail(new Error("The session ended"), false);
		const now = Date.now();
		askedAt = [...askedAt.filter((at) => now - at < RENEWALS_MS), now];
		if (askedAt.length > RENEWALS_MAX) return fail(new Error("The portal's links do not open"));
		const abort = new AbortController();
		asking = abort;
		try {
			const fresh = await getUrl({ signal: abort.signal });
			if (fresh === link) throw new Error("getUrl gave the same link again");
			if (!abort.signal.aborted) show(fresh, isReady);
		} catch (error) {
			// Without a link there is nothing to see; a portal whose session ended says so itself.
			if (!abort.signal.aborted) fail(error, !isReady);
		} finally {
			if (asking === abort) asking = null;
		}
	};

	const onMessage = ({ source, origin: from, data }: MessageEvent) => {
		if (from !== origin || source !== getWindow()) return;
		const isHeight = data?.type === "svix.iframe-resizer-height";
		if (isHeight) set({ height: data.payload?.height });
		if (data?.type === "portal.ready" || (isHeight && !isReady)) {
			const isFirst = !isReady;
			isReady = true;
			// All of it: a reload of the frame forgets what the link said, and perhaps who its host is.
			toldLook = {};
			tell();
			set({ isReady, error: undefined });
			if (isFirst) props.onReady?.();
		}
		if (data?.type === "portal.navigate") props.onNavigate?.(data.path);
		if (data?.type === "portal.session" && data.state === "expired") void ask();
		if (data?.type === "portal.session" && data.state === "ended") props.onSessionEnd?.();
	};

	const open = () => {
		const { url, getUrl } = props;
		let timer: ReturnType<typeof setTimeout> | undefined;
		if (url && !(getUrl && url === failedUrl)) show(url);
		// Not at once: React draws twice to find faults, and a second link would be made for nothing.
		else if (getUrl && link === undefined) timer = setTimeout(ask);
		return () => {
			clearTimeout(timer);
			asking?.abort();
			asking = null;
		};
	};

	return {
		open,
		fail,
		update(fresh) {
			props = fresh;
			if (isReady) tell();
		},
		listen() {
			addEventListener("message", onMessage);
			return () => removeEventListener("message", onMessage);
		},
		retry() {
			link = undefined;
			failedUrl = props.url;
			askedAt = [];
			isReady = false;
			set({ isReady, error: undefined, href: null });
			open();
		},
	};
}
