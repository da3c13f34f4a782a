// Words of a part of the app: asked for with its pages, and once.
import { addWords } from "../texts/index.ts";

type Read = Parameters<typeof addWords>[0];
/** Waits for a page and for its words. */
type With = <M>(page: Promise<M>) => Promise<M>;

/** What failed is tried again with the next page. */
export function createWords(read: Read): With {
	let words: Promise<void> | null = null;
	return async (page) => {
		words ??= addWords(read);
		await words.catch((error: unknown) => {
			words = null;
			throw error;
		});
		return page;
	};
}
