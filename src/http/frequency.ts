// How often somebody may come, where the installation has a limit.
import { DomainError } from "../core/errors.ts";
import type { RequestLimit } from "../platform/request-limit.ts";

/** @param name who comes: a token's digest, or an address */
export async function assertFrequency(limit: RequestLimit | null, name: string): Promise<void> {
	if (limit === null || (await limit.allows(name))) return;
	throw new DomainError(
		"too_many_requests",
		`More requests than this installation takes; try again in ${limit.periodSeconds} seconds`,
	);
}

/** Where a request comes from, as the platform tells it. */
export const addressOf = (request: Request): string =>
	request.headers.get("cf-connecting-ip") ?? "unknown";
