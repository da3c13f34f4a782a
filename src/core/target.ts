// Which URLs an endpoint may have: what is asked at create and again before each send.

import { isPublicAddress } from "./address.ts";
import { toBase64 } from "./base64.ts";

/**
 * `ownHosts` are the service's own host names, refused so that deliveries cannot loop. An entry
 * without a port stands for every port; one with a port, for that port only.
 */
export type TargetRules = {
	allowPrivate: boolean;
	enforceHttps: boolean;
	ownHosts?: readonly string[];
};

export type TargetProblem = {
	reason:
		| "invalid_url"
		| "scheme"
		| "https_required"
		| "too_long"
		| "private_address"
		| "local_name"
		| "own_host"
		| "port";
	message: string;
};

/** `url` is as the URL parser writes it, with its user and password. */
export type Target = { ok: true; url: string } | { ok: false; problem: TargetProblem };

const URL_LENGTH_MAX = 65_536;

/**
 * Suffixes that resolve inside a network or not at all: RFC 6761, RFC 6762 appendix G, RFC 8375,
 * and what routers and clusters use by habit. Then public names that answer with local addresses.
 */
const LOCAL_SUFFIXES = [
	"localhost",
	"localdomain",
	"local",
	"internal",
	"intranet",
	"private",
	"corp",
	"home",
	"lan",
	"home.arpa",
	"svc",
	"nip.io",
	"sslip.io",
	"xip.io",
	"localtest.me",
	"lvh.me",
];

/** Databases and caches above the system ports, which take an HTTP request for commands. */
const REFUSED_PORTS: readonly number[] = [3306, 5432, 6379, 11211, 27017];

/**
 * Checks an endpoint's URL, in whatever form an address is written. Public IP literals pass: the
 * point is what they reach, not how they are spelt. A name that resolves to a private address
 * passes too, as no name is looked up here.
 */
export function checkTarget(input: string, rules: TargetRules): Target {
	if (input.length > URL_LENGTH_MAX) return TOO_LONG;
	// The parser drops line breaks and tabs, which would make this URL differ from what was shown.
	const url = /[\s\p{Cc}]/u.test(input) ? null : URL.parse(input);
	if (url === null) return INVALID;
	if (url.protocol !== "https:" && url.protocol !== "http:") {
		const schemes = rules.enforceHttps ? "https://" : "https:// or http://";
		return refuse("scheme", `The URL must start with ${schemes}.`);
	}
	if (rules.enforceHttps && url.protocol !== "https:") {
		return refuse("https_required", "The URL must start with https://.");
	}
	if (url.href.length > URL_LENGTH_MAX) return TOO_LONG;
	const name = withoutDot(url.hostname);
	// A name with an empty label resolves nowhere.
	if (!name.startsWith("[") && name.split(".").includes("")) return INVALID;
	const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
	if (isOwnHost(name, port, rules.ownHosts ?? [])) {
		return refuse("own_host", "The URL must not point to this service; use the receiver's host.");
	}
	const problem = rules.allowPrivate ? null : (hostProblem(name) ?? portProblem(port));
	return problem === null ? { ok: true, url: url.href } : { ok: false, problem };
}

/** Splits off user and password as a Basic header (RFC 7617), because `fetch` refuses them. */
export function toRequestTarget(url: string): { url: string; authorization?: string } {
	const target = new URL(url);
	const { username, password } = target;
	target.username = "";
	target.password = "";
	target.hash = "";
	if (username === "" && password === "") return { url: target.href };
	const credentials = percentDecode(`${username}:${password}`);
	return { url: target.href, authorization: `Basic ${toBase64(credentials)}` };
}

const TOO_LONG = refuse("too_long", `The URL must have at most ${URL_LENGTH_MAX} characters.`);
const INVALID = refuse(
	"invalid_url",
	"The URL is not valid; write it in full, without spaces, as https://example.com/path.",
);

function refuse(reason: TargetProblem["reason"], message: string): Target & { ok: false } {
	return { ok: false, problem: { reason, message } };
}

function isOwnHost(name: string, port: number, ownHosts: readonly string[]): boolean {
	return ownHosts.some((entry) => {
		const own = withoutDot(entry.toLowerCase());
		return own === name || own === `${name}:${port}`;
	});
}

function hostProblem(name: string): TargetProblem | null {
	const isPublic = isPublicAddress(name);
	if (isPublic === true) return null;
	if (isPublic === false) {
		const message = "The URL must not point to a private or reserved address; use a public host.";
		return { reason: "private_address", message };
	}
	const isLocal =
		!name.includes(".") ||
		LOCAL_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
	if (!isLocal) return null;
	const message = "The URL must not point to a local host name; use a public one.";
	return { reason: "local_name", message };
}

function portProblem(port: number): TargetProblem | null {
	if (port === 80 || port === 443) return null;
	if (port >= 1024 && !REFUSED_PORTS.includes(port)) return null;
	const message = `The URL must not use port ${port}; use 443, 80, or a web port from 1024 up.`;
	return { reason: "port", message };
}

function withoutDot(host: string): string {
	return host.endsWith(".") ? host.slice(0, -1) : host;
}

/** Bytes of a percent-encoded text; a stray `%` stands for itself, where the builtin throws. */
function percentDecode(text: string): Uint8Array {
	const bytes: number[] = [];
	for (let i = 0; i < text.length; i++) {
		const hex = text.slice(i + 1, i + 3);
		if (text.charAt(i) === "%" && /^[0-9a-f]{2}$/i.test(hex)) {
			bytes.push(Number.parseInt(hex, 16));
			i += 2;
		} else {
			bytes.push(text.charCodeAt(i));
		}
	}
	return Uint8Array.from(bytes);
}
