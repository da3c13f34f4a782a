// Markup out of texts: whatever is put into a template is escaped, once, unless it is markup already.
import { html, raw } from "hono/html";

export type Html = ReturnType<typeof html>;

export { html };

/** For texts of our own alone, whose every sign is known. */
export const trusted = raw;
