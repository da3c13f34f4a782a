// What must never happen on a page: an uncaught error, a breach of the security policy, a barrier to a reader.
import axe from "axe-core";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const BREACH = "breach of the security policy";

/** Collects what goes wrong on all pages of a context, from now on. */
export async function guard(context: BrowserContext): Promise<string[]> {
	const wrongs: string[] = [];
	await context.addInitScript((breach) => {
		addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
			console.error(`${breach}: ${effectiveDirective} ${blockedURI}`);
		});
	}, BREACH);
	context.on("weberror", (error) => wrongs.push(`uncaught: ${error.error().message}`));
	context.on("console", (message) => {
		const text = message.text();
		const isBreach = text.startsWith(BREACH) || text.includes("Content Security Policy");
		if (isBreach) wrongs.push(text);
	});
	return wrongs;
}

/** Fails with each rule of accessibility that the page breaks, and where. */
export async function expectAccessible(page: Page): Promise<void> {
	// Half-way between two colours nothing can be read, nor has to be.
	await page.evaluate(async () => {
		const short = document.getAnimations().filter(({ effect }) => {
			return Number(effect?.getComputedTiming().endTime ?? 0) < 2_000;
		});
		await Promise.allSettled(short.map(({ finished }) => finished));
	});
	await page.evaluate(axe.source);
	const found = await page.evaluate(async (tags) => {
		// safe because the script before this one made it
		const { axe: runner } = window as unknown as { axe: typeof axe };
		const { violations } = await runner.run({ runOnly: tags });
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
	}, RULES);
	expect(found, page.url()).toEqual([]);
}
