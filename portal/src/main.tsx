// The entry: takes the key out of the address before anything else can see it, then opens the session and draws. The
// console, which the same page serves, comes in files of its own.
import { render } from "preact";
import { lookOfQuery } from "../../src/core/look/look.ts";
import { App } from "./app.tsx";
import { startLook } from "./lib/apply-look.ts";
import { startEmbedding } from "./lib/embedding.ts";
import { parseLink } from "./lib/link.ts";
import { openSession } from "./lib/open-session.ts";
import { forgetAll, seed } from "./lib/query.ts";
import { type Locate, startRouter } from "./lib/router.ts";
import { HOME, matchRoute, resolveNext } from "./lib/routes.ts";
import { application, session } from "./lib/session.ts";
import { speak } from "./lib/speak.ts";
import { watchSession } from "./lib/watch-session.ts";
import { chooseLanguage } from "./texts/index.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/outside.css";
import "./styles/buttons.css";
import "./styles/fields.css";
import "./styles/choices.css";
import "./styles/overlays.css";
import "./styles/tables.css";
import "./styles/cards.css";
import "./styles/notes.css";
import "./styles/charts.css";
import "./styles/narrow-tables.css";
import "./styles/catalog.css";
import "./styles/code.css";
import "./styles/endpoint.css";
import "./styles/messages.css";
import "./styles/deliveries.css";

const opened = new URL(location.href);
const isLogin = opened.pathname.startsWith("/login");
try {
	const kept = isLogin ? opened.pathname : opened.pathname + opened.search;
	history.replaceState(history.state, "", kept);
} catch {
	// A sandboxed frame may not; then the address is not to be seen either.
}

const isConsole = /^\/console(\/|$)/.test(opened.pathname);
const appInPath = /^\/app\/([^/]+)/.exec(opened.pathname)?.[1] ?? null;

async function start(): Promise<void> {
	const link = parseLink(opened);
	const appId = link?.appId ?? appInPath;
	startLook(isLogin ? lookOfQuery(opened.searchParams) : {}, appId, isLogin);
	// Asked at once: the reader's language comes meanwhile, and another one before the pages if the settings say so.
	const opening = openSession(link, appId);
	startEmbedding();
	await speak(null);
	const root = findRoot();
	let base: string | null = null;
	session.subscribe(() => {
		const state = session.get();
		application.set(state.kind === "open" ? state.portal : null);
		if (state.kind === "ended") forgetAll();
		if (state.kind === "open") enter();
	});
	const enter = () => {
		const state = session.get();
		if (state.kind !== "open") return;
		const { appId, endpoints } = state.portal;
		const last = base;
		base = `/app/${appId}`;
		// A fresh link may be another application's: nothing of the last one stays.
		if (last !== null && last !== base) forgetAll();
		application.set(state.portal);
		seed(`/app/${appId}/endpoint-overview/`, {}, endpoints);
		if (last === base) return;
		const locate = locateIn(base);
		if (last !== null) return startRouter(locate, base + HOME);
		const next = resolveNext(opened.searchParams.getAll("next").at(-1));
		const isPage = !isLogin && locate(opened.pathname) !== null;
		startRouter(locate, isPage ? opened.pathname + opened.search : base + next);
	};
	enter();
	render(<App />, root);
	watchSession();
	await opening;
}

/** The pages below a base. */
const locateIn =
	(base: string): Locate =>
	(address) => {
		if (!address.startsWith(`${base}/`)) return null;
		const path = address.slice(base.length);
		return { base, path, match: matchRoute(path) };
	};

async function startConsole(): Promise<void> {
	startLook({ darkMode: "auto" }, "console", false);
	const [console] = await Promise.all([
		import("./console/start.tsx"),
		chooseLanguage(navigator.languages),
	]);
	await console.start(findRoot());
}

function findRoot(): HTMLElement {
	const root = document.getElementById("portal");
	if (root === null) throw new Error("the page has no place for the portal");
	return root;
}

void (isConsole ? startConsole() : start());
