// What came of one attempt, as a value: a customer's error is data, never an exception.

export type Failure =
	| "status"
	| "redirect"
	| "timeout"
	| "dns"
	| "tls"
	| "refused"
	| "reset"
	| "blocked"
	| "connection"
	| "signing";

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

/** Failure kind of an HTTP answer; null for 2xx, the only success. */
export function failureOfStatus(status: number): Failure | null {
	if (status >= 200 && status < 300) return null;
	return status >= 300 && status < 400 ? "redirect" : "status";
}

const CONNECTION_ERRORS: [RegExp, Failure, string][] = [
	[
		/dns|getaddrinfo|name.*not.*(known|resolved)|lookup/i,
		"dns",
		"the host name could not be resolved",
	],
	[/tls|ssl|certificate|handshake/i, "tls", "the TLS handshake failed; check the certificate"],
	[/refused/i, "refused", "the connection was refused"],
	[
		/reset|lost|disconnected|closed|peer|premature/i,
		"reset",
		"the connection was closed before an answer",
	],
];

/** Names a failure to connect from the runtime's words, which are never shown themselves. */
export function connectionFailure(runtimeMessage: string): { failure: Failure; reason: string } {
	for (const [pattern, failure, reason] of CONNECTION_ERRORS) {
		if (pattern.test(runtimeMessage)) return { failure, reason };
	}
	return { failure: "connection", reason: "the connection failed" };
}
