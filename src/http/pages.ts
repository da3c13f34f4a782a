// The pages of the portal and the console: one built shell, sent with what browsers must hold it to.
import type { Hono } from "hono";
import { toFrameAncestors } from "../core/frame-ancestors.ts";
import { isId } from "../core/ids.ts";
import { toolsOf } from "../delivery/tools.ts";
import type { Env } from "../env.ts";
import { systemClock } from "../platform/clock.ts";
import { listFrameAncestors } from "../services/settings.ts";
import { organisationOfHost } from "./host-organisation.ts";
import { RecentMap } from "./recent-map.ts";

/** Only its path counts; with the file's name the assets would redirect to this. */
const SHELL_URL = "https://assets.invalid/portal/";
/** How long a page can still follow a list that has been changed. */
const LIST_LIFE_MS = 2_000;
const NOT_BUILT =
	"The portal is not built here: run `npm run build`, then deploy or start again.\n";

type App = Hono<{ Bindings: Env }>;

export function addPages(app: App): void {
	const lists = new RecentMap<string[]>(LIST_LIFE_MS);

	/** What may show the portal of the organisation that an id belongs to: the same answer for one that is unknown. */
	const ancestorsFor = async (env: Env, exports: unknown, id: string): Promise<string> => {
		if (!isId("org", id) && !isId("app", id)) return toFrameAncestors([]);
		const now = systemClock();
		let list = lists.get(id, now);
		if (list === undefined) {
			list = await listFrameAncestors(toolsOf(env, exports), id);
			lists.set(id, list, now);
		}
		return toFrameAncestors(list);
	};

	app.get("/login", async (c) => {
		// The last of several counts, as everywhere.
		const id = organisationOfHost(c.req.raw) ?? c.req.queries("env")?.at(-1) ?? "";
		const ancestors = await ancestorsFor(c.env, c.executionCtx.exports, id);
		return toPage(c.env.ASSETS, c.req.url, portalHeaders(ancestors));
	});
	app.get("/app/:app_id/*", async (c) => {
		const id = organisationOfHost(c.req.raw) ?? c.req.param("app_id");
		const ancestors = await ancestorsFor(c.env, c.executionCtx.exports, id);
		return toPage(c.env.ASSETS, c.req.url, portalHeaders(ancestors));
	});
	app.get("/console/*", (c) => toPage(c.env.ASSETS, c.req.url, CONSOLE_HEADERS));
}

type PageHeaders = { frameAncestors: string; resourcePolicy: "cross-origin" | "same-origin" };

const portalHeaders = (frameAncestors: string): PageHeaders => ({
	frameAncestors,
	resourcePolicy: "cross-origin",
});

const CONSOLE_HEADERS: PageHeaders = { frameAncestors: "'none'", resourcePolicy: "same-origin" };

async function toPage(
	assets: Fetcher | undefined,
	requestUrl: string,
	{ frameAncestors, resourcePolicy }: PageHeaders,
): Promise<Response> {
	const shell = await assets?.fetch(SHELL_URL);
	const isBuilt = shell?.ok === true;
	if (!isBuilt) await shell?.body?.cancel();
	return new Response(isBuilt ? shell.body : NOT_BUILT, {
		status: isBuilt ? 200 : 503,
		headers: {
			"content-type": isBuilt ? "text/html; charset=utf-8" : "text/plain; charset=utf-8",
			"content-security-policy": toPolicy(requestUrl, frameAncestors),
			"cache-control": "no-store",
			"referrer-policy": "no-referrer",
			"x-content-type-options": "nosniff",
			"permissions-policy": "clipboard-write=(self), camera=(), microphone=(), geolocation=()",
			"cross-origin-opener-policy": "same-origin-allow-popups",
			// Pages that isolate themselves show only what does so, too. Logos of other sites load all the same.
			"cross-origin-embedder-policy": "credentialless",
			"cross-origin-resource-policy": resourcePolicy,
		},
	});
}

function toPolicy(requestUrl: string, frameAncestors: string): string {
	return [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self' https: data:",
		"font-src 'self'",
		`connect-src 'self'${socketSource(requestUrl)}`,
		"base-uri 'none'",
		"form-action 'none'",
		`frame-ancestors ${frameAncestors}`,
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join("; ");
}

/** For browsers whose 'self' does not include sockets; a host that could be more than a name is left out. */
function socketSource(requestUrl: string): string {
	if (!URL.canParse(requestUrl)) return "";
	const { host, protocol } = new URL(requestUrl);
	if (!/^[a-z0-9.-]+(:\d+)?$/.test(host)) return "";
	return ` ${protocol === "https:" ? "wss" : "ws"}://${host}`;
}
