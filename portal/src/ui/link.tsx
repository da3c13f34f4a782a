// A link to a page of the portal: the address is real, the page changes without a reload.
import type { ComponentChildren } from "preact";
import { go, hrefOf } from "../lib/router.ts";

type LinkProps = {
	/** A path below /app/{app_id}, as `pathTo` makes them. */
	to: string;
	class?: string;
	title?: string | undefined;
	"aria-current"?: "page" | undefined;
	"aria-label"?: string;
	children?: ComponentChildren;
};

export function Link({ to, children, ...rest }: LinkProps) {
	const onClick = (event: MouseEvent) => {
		const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
		if (!isPlain || event.altKey || event.defaultPrevented) return;
		event.preventDefault();
		go(to);
	};
	return (
		<a {...rest} href={hrefOf(to)} onClick={onClick}>
			{children}
		</a>
	);
}

/** A link out of the portal; anything but http and https stays plain text. */
export const ExternalLink = ({ url, children }: { url: string; children?: ComponentChildren }) =>
	/^https?:\/\//i.test(url) ? (
		<a href={url} target="_blank" rel="noopener noreferrer">
			{children ?? url}
		</a>
	) : (
		<span>{children ?? url}</span>
	);
