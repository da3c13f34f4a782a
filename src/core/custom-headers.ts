// Rules for the headers that a customer adds to an endpoint's deliveries.

export type HeaderProblem = { name: string; message: string };

const VALUE_BYTES_MAX = 4096;

/** Set by the sender or by the connection, so a customer's value would be lost or break it. */
const FORBIDDEN = new Set([
	"age",
	"cache-control",
	"clear-site-data",
	"connection",
	"content-encoding",
	"content-language",
	"content-length",
	"content-location",
	"content-type",
	"expires",
	"host",
	"keep-alive",
	"pragma",
	"proxy-authenticate",
	"proxy-authorization",
	"te",
	"trailers",
	"transfer-encoding",
	"upgrade",
	"user-agent",
	"warning",
]);

/** Names that a cloud's front end or a signature check trusts. */
const FORBIDDEN_PREFIXES = [
	"svix-",
	"webhook-",
	"x-amz-",
	"x-amzn-",
	"x-azure-",
	"x-fd-",
	"x-gfe",
	"x-goog-",
	"x-google",
	"x-svix-",
];

const SENSITIVE = new Set([
	"authorization",
	"proxy-authenticate",
	"proxy-authorization",
	"www-authenticate",
	"x-api-key",
	"x-auth-token",
]);

/** What is wrong with an endpoint's headers; an empty list when nothing is. */
export function checkCustomHeaders(headers: Readonly<Record<string, string>>): HeaderProblem[] {
	const seen = new Set<string>();
	const problems: HeaderProblem[] = [];
	for (const [name, value] of Object.entries(headers)) {
		const lower = name.toLowerCase();
		const message = seen.has(lower)
			? "The header is given twice, in different case."
			: (nameProblem(name) ?? valueProblem(value));
		seen.add(lower);
		if (message !== null) problems.push({ name, message });
	}
	return problems;
}

/** True when a header's value is a credential that is never shown again. */
export function isSensitiveHeader(name: string): boolean {
	return SENSITIVE.has(name.toLowerCase());
}

/** Splits into what may be shown and the names of what is withheld. */
export function toVisibleHeaders(headers: Readonly<Record<string, string>>): {
	headers: Record<string, string>;
	sensitive: string[];
} {
	const entries = Object.entries(headers);
	return {
		headers: Object.fromEntries(entries.filter(([name]) => !isSensitiveHeader(name))),
		sensitive: entries.map(([name]) => name).filter(isSensitiveHeader),
	};
}

/**
 * Merges a patch, whatever the case of names: null deletes, `deleteHeaders` are deleted first, and
 * a value set brings its own spelling of the name.
 */
export function mergeHeaders(
	current: Readonly<Record<string, string>>,
	patch: Readonly<Record<string, string | null>>,
	deleteHeaders: readonly string[] = [],
): Record<string, string> {
	const merged = new Map(
		Object.entries(current).map((entry) => [entry[0].toLowerCase(), entry] as const),
	);
	for (const name of deleteHeaders) merged.delete(name.toLowerCase());
	for (const [name, value] of Object.entries(patch)) {
		if (value === null) merged.delete(name.toLowerCase());
		else merged.set(name.toLowerCase(), [name, value]);
	}
	return Object.fromEntries(merged.values());
}

function nameProblem(name: string): string | null {
	// A token of RFC 9110 §5.6.2, asked before lower-casing turns other letters into ASCII ones.
	if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
		return "A header name is letters, digits and any of !#$%&'*+-.^_`|~.";
	}
	const lower = name.toLowerCase();
	if (FORBIDDEN.has(lower)) return "The header is set by the sender and cannot be changed.";
	const prefix = FORBIDDEN_PREFIXES.find((start) => lower.startsWith(start));
	return prefix === undefined ? null : `Header names that start with ${prefix} are reserved.`;
}

function valueProblem(value: string): string | null {
	// Line breaks would start a new header; other control characters have no meaning in one.
	if (!/^[\t\x20-\x7e]*$/.test(value)) {
		return "A header value is printable ASCII text on one line.";
	}
	if (new TextEncoder().encode(value).length <= VALUE_BYTES_MAX) return null;
	return `A header value has at most ${VALUE_BYTES_MAX} bytes.`;
}
