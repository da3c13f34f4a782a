// A new endpoint while it is being described.
import { findUrlProblem, isPlainHttp, type UrlProblem } from "../../lib/url-check.ts";
import { t } from "../../texts/index.ts";
import { type HeaderRow, headersOf } from "./header-rows.tsx";

export type Draft = {
	url: string;
	description: string;
	eventTypes: string[];
	channels: string[];
	throttleRate: number | null;
	secret: string;
	headers: HeaderRow[];
};

export const EMPTY: Draft = {
	url: "",
	description: "",
	eventTypes: [],
	channels: [],
	throttleRate: null,
	secret: "",
	headers: [],
};

/** What is empty is left out. */
export function toBody(draft: Draft) {
	const headers = headersOf(draft.headers);
	return {
		url: draft.url.trim(),
		description: draft.description,
		...(draft.eventTypes.length > 0 && { eventTypes: draft.eventTypes }),
		...(draft.channels.length > 0 && { channels: draft.channels }),
		...(draft.throttleRate !== null && { throttleRate: draft.throttleRate }),
		...(draft.secret.trim() !== "" && { secret: draft.secret.trim() }),
		...(Object.keys(headers).length > 0 && { headers }),
	};
}

/** Words about an address that cannot be right; none while it may be. */
export function urlComplaint(url: string): string | undefined {
	const problem: UrlProblem | null = findUrlProblem(url);
	return problem === null ? undefined : t(`url.${problem}`);
}

export const urlHint = (url: string): string => t(isPlainHttp(url) ? "url.plain" : "url.hint");
