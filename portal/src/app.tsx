// The portal as a whole: the session's screens outside, the shell and the current page inside.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ApiError } from "./lib/api.ts";
import { place } from "./lib/router.ts";
import { session } from "./lib/session.ts";
import { useStore } from "./lib/store.ts";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { SessionPage } from "./pages/session-page.tsx";
import { PAGES } from "./pages.ts";
import { Shell } from "./shell/shell.tsx";
import { ErrorState, Skeleton } from "./ui/states.tsx";

export function App() {
	const state = useStore(session);
	// A key opens the console, never the portal.
	if (state.kind === "account") return null;
	if (state.kind !== "open") return <SessionPage state={state} />;
	return (
		<Shell portal={state.portal}>
			<CurrentPage pages={PAGES} NotFound={NotFoundPage} />
		</Shell>
	);
}

export type AnyPage = ComponentType<{ params: Record<string, string> }>;
/** By the names that addresses are matched to. */
export type AnyPages = Readonly<Record<string, (() => unknown) | undefined>>;
type Offer = { pages: AnyPages; NotFound: AnyPage };
type Loaded = { name: string | null; page: AnyPage | null; isFailed: boolean };

/** The page in the address, loaded first if it must be. */
export function CurrentPage({ pages, NotFound }: Offer) {
	const { match, base, path } = useStore(place);
	const name = match?.name ?? null;
	const [loaded, setLoaded] = useState<Loaded>(() => loadNow(name, { pages, NotFound }));
	const [tries, setTries] = useState(0);
	useEffect(() => {
		const now = loadNow(name, { pages, NotFound });
		setLoaded(now);
		if (now.page !== null || name === null) return;
		let isWanted = true;
		const settle = (page: AnyPage | null) =>
			isWanted && setLoaded({ name, page, isFailed: page === null });
		// safe because a page gets the params of its own route
		Promise.resolve(pages[name]?.() as AnyPage | undefined)
			.then((page) => settle(page ?? NotFound))
			.catch(() => settle(null));
		return () => {
			isWanted = false;
		};
	}, [name, tries]);
	const current = loaded.name === name ? loaded : loadNow(name, { pages, NotFound });
	if (current.isFailed) {
		return (
			<ErrorState error={new ApiError(0, "unreachable", "")} onRetry={() => setTries(tries + 1)} />
		);
	}
	if (current.page === null) return <Skeleton rows={8} />;
	const { page: Current } = current;
	return <Current key={base + path} params={match?.params ?? {}} />;
}

/** What needs no waiting. */
function loadNow(name: string | null, { pages, NotFound }: Offer): Loaded {
	const page = name === null ? NotFound : pages[name]?.();
	// safe because a page gets the params of its own route
	const found = page === undefined ? NotFound : (page as AnyPage | Promise<AnyPage>);
	return { name, page: found instanceof Promise ? null : found, isFailed: false };
}
