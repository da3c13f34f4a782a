// The pages of one endpoint come with their words, and with those of messages, which they show, too.
import { createWords } from "../../lib/part-words.ts";
import { withMessageWords } from "../messages/load.ts";

const withEndpointWords = createWords(async (language) =>
	language === "de"
		? (await import("../../texts/de/endpoint-words.ts")).endpointWords
		: (await import("../../texts/en/endpoint-words.ts")).endpointWords,
);

export const withWords = <M>(page: Promise<M>): Promise<M> =>
	withEndpointWords(withMessageWords(page));

export const loadNew = async () =>
	(await withWords(import("./endpoint-new-page.tsx"))).EndpointNewPage;
export const loadOverview = async () =>
	(await withWords(import("./endpoint-page.tsx"))).EndpointPage;
export const loadTesting = async () =>
	(await withWords(import("./endpoint-testing-page.tsx"))).EndpointTestingPage;
export const loadAdvanced = async () =>
	(await withWords(import("./endpoint-advanced-page.tsx"))).EndpointAdvancedPage;
