// The pages of one endpoint come with their words.
import { addWords } from "../../texts/index.ts";

let words: Promise<void> | null = null;

const readWords = async (language: string) =>
	language === "de"
		? (await import("../../texts/de/endpoint-words.ts")).endpointWords
		: (await import("../../texts/en/endpoint-words.ts")).endpointWords;

/** The words are asked for once; what failed is tried again with the next page. */
export async function withWords<M>(page: Promise<M>): Promise<M> {
	words ??= addWords(readWords);
	await words.catch((error: unknown) => {
		words = null;
		throw error;
	});
	return page;
}

export const loadNew = async () =>
	(await withWords(import("./endpoint-new-page.tsx"))).EndpointNewPage;
export const loadOverview = async () =>
	(await withWords(import("./endpoint-page.tsx"))).EndpointPage;
export const loadTesting = async () =>
	(await withWords(import("./endpoint-testing-page.tsx"))).EndpointTestingPage;
export const loadAdvanced = async () =>
	(await withWords(import("./endpoint-advanced-page.tsx"))).EndpointAdvancedPage;
