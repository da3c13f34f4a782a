// What the API refused, by the field of a form that it is about.
import type { ApiError } from "../../lib/api.ts";

/** What the API says about a field, or about one of its items. */
export function complaintAbout(error: ApiError | null, field: string): string | undefined {
	const found = Object.entries(error?.fields ?? {}).find(
		([name]) => name === field || name.startsWith(`${field}.`),
	);
	return found?.[1];
}

/** A refusal that no field of the form shows. */
export function restOf(error: ApiError | null, shown: readonly string[]): ApiError | null {
	return shown.some((field) => complaintAbout(error, field)) ? null : error;
}
