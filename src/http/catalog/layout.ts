// The frame of the catalog's pages: whose it is, where things are, and what browsers must hold them to.
import { isLogoUrl } from "../../core/appearance.ts";
import { toBase64 } from "../../core/base64.ts";
import type { PublicCatalog } from "../../services/catalog.ts";
import { type Html, html, trusted } from "../html.ts";
import { toStyle } from "./look.ts";
import { VERIFY_ID } from "./verify.ts";

export type PageParts = {
	title: string;
	description: string;
	/** Where the catalog is: empty on a domain of its own. */
	base: string;
	/** Which part of its address a page has below that. */
	path: string;
	body: Html;
};

/** A page as text, with the policy that fits it. */
export async function toPage(
	catalog: PublicCatalog,
	parts: PageParts,
): Promise<{ text: string; policy: string }> {
	const style = toStyle(catalog);
	const logo = catalog.logoUrl !== null && isLogoUrl(catalog.logoUrl) ? catalog.logoUrl : null;
	const page =
		await html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${parts.title}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="description" content="${parts.description}"><link rel="stylesheet" href="/assets/catalog.css">${style !== "" && html`<style>${trusted(style)}</style>`}${logo !== null && html`<link rel="icon" href="${logo}">`}<link rel="alternate" type="application/json" href="${parts.base}/event-types.json"><link rel="alternate" type="text/markdown" href="${parts.base}/event-types.md"><script src="/assets/catalog.js" defer></script></head><body><a class="skip" href="#~main">Skip to content</a><header class="top"><div class="bar"><a class="brand" href="${parts.base || "/"}">${logo !== null && html`<img src="${logo}" alt="" height="28" referrerpolicy="no-referrer">`}<bdi>${catalog.displayName}</bdi></a><nav aria-label="Catalog"><a href="${parts.path === "" ? "" : parts.base || "/"}#${VERIFY_ID}">Verify</a><a href="${parts.base}/event-types.json">JSON</a><a href="${parts.base}/event-types.md">Markdown</a></nav></div></header>${parts.body}</body></html>`;
	return { text: String(page), policy: await toPolicy(style, logo) };
}

/** Nothing from elsewhere but the organisation's own logo; no style but the sheets that were made for the page. */
async function toPolicy(style: string, logo: string | null): Promise<string> {
	const sheet = style === "" ? "" : ` 'sha256-${await digest(style)}'`;
	return [
		"default-src 'none'",
		"script-src 'self'",
		`style-src 'self'${sheet}`,
		`img-src 'self'${logo === null ? "" : ` ${new URL(logo).origin}`}`,
		"connect-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"require-trusted-types-for 'script'",
		"trusted-types 'none'",
	].join("; ");
}

async function digest(text: string): Promise<string> {
	return toBase64(
		new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
	);
}
