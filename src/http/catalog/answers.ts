// What requests to a catalog are answered with: kept for a minute where it was made, and asked about anew each time.
import type { Tools } from "../../delivery/tools.ts";
import { sha256Hex } from "../../platform/digest.ts";
import type { PageCache } from "../../platform/page-cache.ts";
import { findPublicCatalog, type PublicCatalog } from "../../services/catalog.ts";
import { CORS_HEADERS } from "../cors.ts";
import { toErrorResponse } from "../errors.ts";
import { type Asked, readAsked } from "./asked.ts";
import { type Made, make } from "./make.ts";

export type Place = {
	organisationId: string;
	/** Where the catalog is: empty on a domain of its own. */
	base: string;
	/** The part of the path below that, as it was written: empty for the catalog's first page. */
	rest: string;
};

type Around = {
	tools: Pick<Tools, "db" | "config">;
	cache: PageCache;
	background(work: Promise<unknown>): void;
};

/** Readers and what is between keep an answer, and ask each time whether it still holds. */
const ASK_AGAIN = "public, max-age=0, must-revalidate";

const NOTHING = "There is no public catalog here.\n";

/**
 * Whether there is a catalog is read each time, and so is the version of its settings, which names what is kept: a
 * change of them, and its end, hold at once; a change of event types within a minute.
 */
export async function answerCatalog(
	{ tools, cache, background }: Around,
	request: Request,
	place: Place,
): Promise<Response> {
	const catalog = await findPublicCatalog(tools.db, place.organisationId);
	const asked = readAsked(place.rest, new URL(request.url).searchParams);
	if (asked instanceof Error) return toErrorResponse(asked, "");
	if (catalog === null || asked === null) return nothing();
	const name = nameOf(catalog, place.base, asked);
	const kept = await cache.match(name);
	if (kept !== undefined) return toAnswer(request, kept);
	const made = await make(tools, catalog, place.base, asked);
	if (made === null) return nothing();
	const page = await toResponse(made);
	background(cache.put(name, page.clone()));
	return toAnswer(request, page);
}

const nameOf = (catalog: PublicCatalog, base: string, asked: Asked): string =>
	JSON.stringify([catalog.organisationId, catalog.updatedAt, base, asked]);

async function toResponse({ text, type, policy }: Made): Promise<Response> {
	return new Response(text, {
		headers: {
			"content-type": type,
			etag: `"${(await sha256Hex(text)).slice(0, 32)}"`,
			"x-content-type-options": "nosniff",
			"referrer-policy": "no-referrer",
			...(policy === null
				? CORS_HEADERS
				: {
						"content-security-policy": policy,
						"cross-origin-opener-policy": "same-origin",
						"permissions-policy":
							"clipboard-write=(self), camera=(), microphone=(), geolocation=()",
					}),
		},
	});
}

function toAnswer(request: Request, page: Response): Response {
	const headers = new Headers(page.headers);
	headers.set("cache-control", ASK_AGAIN);
	for (const name of ["age", "cf-cache-status", "expires"]) headers.delete(name);
	const known = (request.headers.get("if-none-match") ?? "").split(",").map(withoutWeakness);
	if (!known.includes(withoutWeakness(headers.get("etag") ?? ""))) {
		return new Response(page.body, { headers });
	}
	headers.delete("content-type");
	return new Response(null, { status: 304, headers });
}

/** Whoever compresses an answer on its way marks what it calls it. */
const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, "");

/** The same for an organisation that is not there, and for one that shows nothing. */
export const nothing = (): Response =>
	new Response(NOTHING, {
		status: 404,
		headers: {
			"content-type": "text/plain; charset=utf-8",
			"cache-control": "no-store",
			"x-content-type-options": "nosniff",
			...CORS_HEADERS,
		},
	});
