// What came of one attempt, as a value: a customer's error is data, never an exception.

/** Why an attempt failed; a customer sees these names. */
export const FAILURES = [
	"blocked",
	"payload_missing",
	"signing",
	"dns",
	"refused",
	"tls",
	"reset",
	"connection",
	"timeout",
	"redirect",
	"client_error",
	"server_error",
	"unknown_status",
	"body_timeout",
	"body_incomplete",
] as const;
export type Failure = (typeof FAILURES)[number];

/** The answer to an attempt. `status` is 0 when there was no HTTP answer. */
export type Outcome = {
	failure: Failure | null;
	status: number;
	startedAt: number;
	durationMs: number;
	/** Body of the answer (text, or base64 when it is not UTF-8), or the reason when there was none. */
	response: string;
	responseHeaders: [string, string][];
};

export type AttemptTrigger = "scheduled" | "manual";

/** The wire's numbers for how a message or an attempt stands. */
export const MESSAGE_STATUS = { success: 0, pending: 1, fail: 2, sending: 3 } as const;
export type StatusText = keyof typeof MESSAGE_STATUS;
export const TRIGGER_TYPE: Record<AttemptTrigger, 0 | 1> = { scheduled: 0, manual: 1 };

export function isSuccess(outcome: Outcome): boolean {
	return outcome.failure === null;
}

/** Hundreds of an HTTP status: 503 is of class 500. Null for what HTTP does not know. */
export function classOf(status: number): 100 | 200 | 300 | 400 | 500 | null {
	if (status < 100 || status > 599) return null;
	if (status < 200) return 100;
	if (status < 300) return 200;
	if (status < 400) return 300;
	return status < 500 ? 400 : 500;
}

/** Failure kind of an HTTP answer; null for 2xx, the only success. */
export function failureOfStatus(status: number): Failure | null {
	switch (classOf(status)) {
		case 200:
			return null;
		case 300:
			return "redirect";
		case 400:
			return "client_error";
		case 500:
			return "server_error";
		case 100:
		case null:
			return "unknown_status";
	}
}

/** What the network in front of the server answers in its place, by the code in the text. */
const EDGE_CODES: Record<string, Failure> = {
	"520": "reset",
	"521": "refused",
	"522": "timeout",
	"523": "connection",
	"524": "timeout",
	"525": "tls",
	"526": "tls",
	"1001": "dns",
	"1003": "blocked",
	"1016": "dns",
	"1042": "blocked",
};

/**
 * Failure kind of a whole answer. The platform turns a failure to connect into an answer of its own, with a
 * status like 521 and a text of nothing but the code: that is named for what it stands for.
 */
export function failureOfAnswer(
	answer: Pick<Outcome, "status" | "response" | "responseHeaders">,
): Failure | null {
	const failure = failureOfStatus(answer.status);
	if (failure === null) return null;
	const [, code = ""] = /^error code: (\d{3,4})\s*$/.exec(answer.response) ?? [];
	const isEdge = answer.responseHeaders.some(
		([name, value]) => name === "server" && value === "cloudflare",
	);
	return (isEdge ? EDGE_CODES[code] : undefined) ?? failure;
}

/** What is known of a connection that failed: whether another one to the same place opens. */
export type Finding = {
	probe: "opened" | "failed" | "unknown";
	isHttps: boolean;
	/** False for an address, which needs no look-up. */
	isName: boolean;
};

const PLAIN_WORDS: [RegExp, Failure][] = [
	[/\bdns\b|getaddrinfo|name.*not.*(known|resolved)|lookup/i, "dns"],
	[/\btls\b|\bssl\b|certificate|handshake/i, "tls"],
	[/refused/i, "refused"],
	[/timed? ?out/i, "timeout"],
	[/reset|\bpeer\b|premature/i, "reset"],
];

/**
 * Names a failure to connect from the runtime's words, which are never shown themselves. It says «connection
 * lost» of a refused and of a closed one, and «internal error» of a name and of a certificate: the finding tells.
 */
export function connectionFailure(runtimeMessage: string, finding: Finding): Failure {
	// A reference is random and may spell anything.
	const words = runtimeMessage.replace(/reference = \S*/g, "");
	for (const [pattern, failure] of PLAIN_WORDS) if (pattern.test(words)) return failure;
	const isLost = /lost|disconnected|closed/i.test(words);
	if (!isLost && !/internal error/i.test(words)) return "connection";
	switch (finding.probe) {
		case "unknown":
			return "connection";
		case "opened":
			if (isLost) return "reset";
			return finding.isHttps ? "tls" : "connection";
		case "failed":
			if (isLost) return "refused";
			return finding.isName ? "dns" : "connection";
	}
}

/** What came of an attempt, in a sentence for people (without a full stop). */
export function describeFailure(
	outcome: Pick<Outcome, "failure" | "status" | "durationMs">,
): string {
	const { failure, status } = outcome;
	const time = toDuration(outcome.durationMs);
	const answer = `the server answered ${status} after ${time}`;
	switch (failure) {
		case null:
		case "client_error":
		case "server_error":
			return answer;
		case "redirect":
			return `${answer}; redirects are not followed`;
		case "unknown_status":
			return `${answer}, which is not a status of an answer`;
		case "body_timeout":
			return `the server answered ${status}, but its answer did not end within ${time}`;
		case "body_incomplete":
			return `the server answered ${status}, but its answer broke off after ${time}`;
		case "timeout":
			return `no answer within ${time}`;
		case "refused":
			return "the connection was refused";
		case "reset":
			return `the connection was closed after ${time}, before a valid answer`;
		case "dns":
			return "the host name could not be resolved";
		case "tls":
			return "the TLS handshake failed; check the certificate";
		case "connection":
			return "the connection failed, or was closed before an answer";
		case "blocked":
			return "the URL is not allowed";
		case "payload_missing":
			return "the payload is no longer stored";
		case "signing":
			return "the request could not be signed";
	}
}

function toDuration(ms: number): string {
	return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}
