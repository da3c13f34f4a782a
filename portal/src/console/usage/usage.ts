// Months that can be counted, and what a finished count says.
import type { BackgroundTaskOut } from "../../models.ts";

const MONTHS = 6;

/** ISO times, the end not included. */
export type Span = { since: string; until: string };

export type Usage = {
	rows: { appId: string; appUid: string | null; count: number }[];
	total: number;
	/** There are more applications than the answer holds. */
	isTruncated: boolean;
};

/** The month of `now` (epoch milliseconds, UTC) up to now, and those before it. */
export function monthsBefore(now: number): Span[] {
	const date = new Date(now);
	const begin = (back: number) =>
		new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back, 1)).toISOString();
	return Array.from({ length: MONTHS }, (_, back) => ({
		since: begin(back),
		until: back === 0 ? date.toISOString() : begin(back - 1),
	}));
}

/** Most deliveries first; applications without any are left out. */
export function toUsage({ data }: Pick<BackgroundTaskOut, "data">): Usage {
	const all = Array.isArray(data.appStats) ? data.appStats : [];
	const rows = all
		.map((one: Record<string, unknown>) => ({
			appId: String(one.appId),
			appUid: typeof one.appUid === "string" ? one.appUid : null,
			count: Number(one.messageDestinations),
		}))
		.filter(({ count }) => count > 0)
		.sort((a, b) => b.count - a.count);
	return {
		rows,
		total: rows.reduce((sum, { count }) => sum + count, 0),
		isTruncated: data.isTruncated === true,
	};
}
