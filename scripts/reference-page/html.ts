// HTML that cannot be broken out of: every value in a template is escaped unless it is Html itself.

export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

export type Part = string | number | Html | null | readonly Part[];

/** html`<p>${"a < b"}</p>` is `<p>a &lt; b</p>`. Lists are joined; null is nothing. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(
		literals.reduce((text, literal, index) => text + toMarkup(parts[index - 1] ?? null) + literal),
	);
}

export function escapeHtml(text: string): string {
	return text
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#39;");
}

export const nothing = new Html("");

export function joinHtml(parts: readonly Part[], between: string): Html {
	return new Html(parts.map(toMarkup).join(escapeHtml(between)));
}

/** A text that is safe as an id and, without encoding, as a fragment of an address. */
export const toAnchor = (text: string): string => text.replace(/[^A-Za-z0-9._-]+/g, "-");

/** Paths and long names may break at `/`, `.`, `_` and capitals; parameters in braces stand out. */
export function breakable(text: string): Html {
	const pieces = text
		.split(/(\{[^}]*\})|(?<=[/._])|(?<=[a-z])(?=[A-Z])/)
		.filter((piece) => piece !== undefined);
	const marked = pieces.map((piece) =>
		piece.startsWith("{") ? html`<var>${piece}</var>` : html`${piece}`,
	);
	return new Html(marked.map((piece) => piece.text).join("<wbr>"));
}

function toMarkup(part: Part): string {
	if (part === null) return "";
	if (part instanceof Html) return part.text;
	if (typeof part === "string") return escapeHtml(part);
	if (typeof part === "number") return String(part);
	return part.map(toMarkup).join("");
}
