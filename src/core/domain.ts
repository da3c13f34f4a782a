// An organisation's own domains: what they serve, what must be set for them in DNS, and how they stand.

/** What a domain shows of its organisation. */
export const SERVED = ["catalog", "portal"] as const;
export type Served = (typeof SERVED)[number];

export const DOMAIN_STATES = ["pending", "active", "error"] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

export const RECORD_TYPES = ["CNAME", "TXT"] as const;
/** `purpose`: what the record is for: leading requests here, showing whose the name is, getting its certificate. */
export const RECORD_PURPOSES = ["routing", "ownership", "certificate"] as const;

export type DomainRecord = {
	type: (typeof RECORD_TYPES)[number];
	purpose: (typeof RECORD_PURPOSES)[number];
	name: string;
	value: string;
};

export const DOMAINS_PER_ORGANISATION_MAX = 10;

/** How the platform that answers for a host name says that it stands. */
export type HostnameReport = {
	/** Of the name itself, and of its certificate, in the platform's words. */
	status: string;
	certificateStatus: string;
	/** What it says is wrong. */
	problems: readonly string[];
	records: readonly DomainRecord[];
};

/** What ends the way of a name or a certificate until somebody does something. */
const FAILED = /^(moved|deleted|pending_deletion|blocked|pending_blocked|expired)$|timed_out$/;
const ACTIVE = /^active(_redeploying)?$/;

/**
 * How a domain stands. One that was active stays so while its certificate is renewed, because its name still leads
 * here; one whose name was moved elsewhere does not.
 */
export function standingOf(
	{ status, certificateStatus, problems }: HostnameReport,
	before: DomainState,
): { state: DomainState; problem: string | null } {
	const problem = problems.length === 0 ? null : problems.join(" ");
	const isNameActive = ACTIVE.test(status);
	if (isNameActive && (before === "active" || certificateStatus === "active")) {
		return { state: "active", problem };
	}
	if (FAILED.test(status)) return { state: "error", problem: problem ?? `The name is ${status}.` };
	if (FAILED.test(certificateStatus)) {
		return { state: "error", problem: problem ?? `The certificate is ${certificateStatus}.` };
	}
	return { state: "pending", problem };
}
