// Which language the reader is spoken to in: the link's, the settings' or the browser's, in this order.
import { chooseLanguage } from "../texts/index.ts";
import { look } from "./apply-look.ts";

/** `settings`: what the settings say, once they are known. */
export const speak = (settings: string | null): Promise<void> =>
	chooseLanguage([look.get().locale ?? [], settings ?? [], ...navigator.languages].flat());
