// Several pages of the overview as one.
import type { OverviewOut } from "../models.ts";

/** `pages` begin with the first one. */
export function addUp(pages: readonly OverviewOut[]): OverviewOut {
	return pages.reduce((sum, page) => ({
		...page,
		counts: sum.counts ?? page.counts,
		days: sum.days.map((day) => {
			const more = page.days.find(({ at }) => at === day.at);
			return {
				at: day.at,
				success: day.success + (more?.success ?? 0),
				fail: day.fail + (more?.fail ?? 0),
			};
		}),
		last24h: {
			success: sum.last24h.success + page.last24h.success,
			fail: sum.last24h.fail + page.last24h.fail,
		},
		waiting: sum.waiting + page.waiting,
		retrying: sum.retrying + page.retrying,
		silent: sum.silent + page.silent,
		attention: [...sum.attention, ...page.attention],
	}));
}
