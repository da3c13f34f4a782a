// Anchors of headings, as the places where the Markdown is read in raw form make them, too.

/** `slugOf("Retries & health")` is `retries--health`. */
export const slugOf = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\p{Letter}\p{Number}\p{Mark} _-]/gu, "")
		.replaceAll(" ", "-");

/** Makes anchors of one page: a second heading of the same words gets `-1`. */
export function makeSlugger(): (heading: string) => string {
	const used = new Map<string, number>();
	return (heading) => {
		const slug = slugOf(heading);
		const count = used.get(slug) ?? 0;
		used.set(slug, count + 1);
		return count === 0 ? slug : `${slug}-${count}`;
	};
}
