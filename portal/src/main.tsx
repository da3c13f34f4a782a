// The entry: takes the key out of the address before anything else can see it, then opens the session and draws.
import { render } from "preact";
import { App } from "./app.tsx";
import { look, startLook } from "./lib/apply-look.ts";
import { startEmbedding } from "./lib/embedding.ts";
import { parseLink } from "./lib/link.ts";
import { lookOfQuery } from "./lib/look.ts";
import { openSession } from "./lib/open-session.ts";
import { forgetAll, seed } from "./lib/query.ts";
import { startRouter } from "./lib/router.ts";
import { resolveNext } from "./lib/routes.ts";
import { session } from "./lib/session.ts";
import { chooseLanguage } from "./texts/index.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/controls.css";
import "./styles/data.css";
import "./styles/code.css";

const opened = new URL(location.href);
const isLogin = opened.pathname.startsWith("/login");
try {
	const kept = isLogin ? opened.pathname : opened.pathname + opened.search;
	history.replaceState(history.state, "", kept);
} catch {
	// A sandboxed frame may not; then the address is not to be seen either.
}

const appInPath = /^\/app\/([^/]+)/.exec(opened.pathname)?.[1] ?? null;

async function start(): Promise<void> {
	const link = parseLink(opened);
	startLook(isLogin ? lookOfQuery(opened.searchParams) : {});
	// Asked at once: the language is found out meanwhile.
	const opening = openSession(link, link?.appId ?? appInPath);
	startEmbedding();
	await chooseLanguage([look.get().locale ?? [], ...navigator.languages].flat());
	const root = document.getElementById("portal");
	if (root === null) throw new Error("the page has no place for the portal");
	let isStarted = false;
	session.subscribe(() => {
		const state = session.get();
		if (state.kind === "ended") forgetAll();
		if (state.kind === "open") enter();
	});
	const enter = () => {
		const state = session.get();
		if (state.kind !== "open") return;
		const { appId, endpoints } = state.portal;
		seed(`/app/${appId}/endpoint-overview/`, {}, endpoints);
		if (isStarted) return;
		isStarted = true;
		startRouter(appId, isLogin ? resolveNext(opened.searchParams.getAll("next").at(-1)) : null);
	};
	enter();
	render(<App />, root);
	await opening;
}

void start();
