// What requests to a catalog are answered with: kept for a minute where it was made, while it holds.
import { sha256Hex } from "../../platform/digest.ts";
import { findPublicCatalog, type PublicCatalog } from "../../services/catalog.ts";
import { CORS_HEADERS } from "../cors.ts";
import { toErrorResponse } from "../errors.ts";
import { addressOf, assertFrequency } from "../frequency.ts";
import { type Asked, readAsked } from "./asked.ts";
import { type Around, readListing } from "./listing.ts";
import { type Made, make, makeOverview } from "./make.ts";
import { planCatalog } from "./plan.ts";

export type Place = {
	organisationId: string;
	/** Where the catalog is: empty on a domain of its own. */
	base: string;
	/** The part of the path below that, as it was written: empty for the catalog's first page. */
	rest: string;
};

/** Readers and what is between keep an answer, and ask each time whether it still holds. */
const ASK_AGAIN = "public, max-age=0, must-revalidate";

const NOTHING = "There is no public catalog here.\n";

/**
 * Whether there is a catalog is read each time, and so is its version, which names what is kept: a change of settings
 * or event types holds at once.
 */
export async function answerCatalog(
	around: Around,
	request: Request,
	place: Place,
): Promise<Response> {
	const { db, requestLimit } = around.tools;
	await assertFrequency(requestLimit, addressOf(request));
	const catalog = await findPublicCatalog(db, place.organisationId);
	const asked = readAsked(place.rest, new URL(request.url).searchParams);
	if (asked instanceof Error) return toErrorResponse(asked, "");
	if (catalog === null || asked === null) return nothing();
	const kept = await around.cache.match(nameOf(catalog, place.base, asked));
	const page = kept ?? (await makePage(around, catalog, place.base, asked));
	return page === null ? nothing() : toAnswer(request, page);
}

/** Null when there is no such event type. */
async function makePage(
	around: Around,
	catalog: PublicCatalog,
	base: string,
	asked: Asked,
): Promise<Response | null> {
	const { tools, cache, background } = around;
	const keep = async (as: Asked, made: Made) => {
		const page = await toResponse(made);
		background(cache.put(nameOf(catalog, base, as), page.clone()));
		return page;
	};
	if (asked.kind !== "overview") {
		const made = await make(tools, catalog, base, asked);
		return made === null ? null : keep(asked, made);
	}
	const { entries, types } = await readListing(around, catalog);
	const plan = planCatalog(entries, asked.words, asked.page);
	// Numbers of pages that there are not are without number, too: each stands for one that there is.
	const exact: Asked = { ...asked, page: plan.page };
	if (exact.page !== asked.page) {
		const kept = await cache.match(nameOf(catalog, base, exact));
		if (kept !== undefined) return kept;
	}
	const { words } = asked;
	return keep(exact, await makeOverview(tools, catalog, base, { words, plan, types }));
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
