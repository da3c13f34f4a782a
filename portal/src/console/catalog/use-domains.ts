// The organisation's domains, and how those stand that are not active: asked for while somebody looks.
import { useEffect, useRef, useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { seed, useQuery } from "../../lib/query.ts";
import type { DomainOut, ListOf } from "../../models.ts";
import { DOMAINS_PATH as PATH } from "./add-domain-dialog.tsx";

/** All that an organisation can have. */
const QUERY = { limit: 250 };
const REFRESH_MS = 30_000;
/** Each look may ask the platform, which the list never does. */
const LOOK_MS = 10_000;
/** A quarter of an hour; then only the list is read again, and shows what the sweep finds. */
const LOOKS_MAX = 90;

/** `onLooked`: takes how a domain stands now, and looks on from the beginning. */
export function useDomains() {
	const list = useQuery<ListOf<DomainOut>>(PATH, QUERY, { refreshMs: REFRESH_MS });
	const [round, setRound] = useState(0);
	const latest = useRef(list.data);
	latest.current = list.data;
	const put = (domain: DomainOut) => {
		const known = latest.current;
		if (known === undefined) return;
		const data = known.data.map((one) => (one.id === domain.id ? domain : one));
		latest.current = { ...known, data };
		seed(PATH, QUERY, latest.current);
	};
	const waiting = (list.data?.data ?? []).filter(({ status }) => status !== "active");
	const ids = waiting.map(({ id }) => id).join(",");
	useEffect(() => (ids === "" ? undefined : lookOn(ids.split(","), put)), [ids, round]);
	const onLooked = (domain: DomainOut) => {
		put(domain);
		setRound((before) => before + 1);
	};
	return { list, onLooked };
}

/** Asks for these one after the other, again and again while the page is visible. Returns what ends it. */
function lookOn(ids: readonly string[], put: (domain: DomainOut) => void): () => void {
	const controller = new AbortController();
	const { signal } = controller;
	let left = LOOKS_MAX;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const look = async () => {
		if (!document.hidden) {
			left--;
			for (const id of ids) {
				// What cannot be read now is read by the next look; what is gone leaves the list.
				const domain = await request<DomainOut>("GET", `${PATH}${id}/`, { signal }).catch(
					() => null,
				);
				if (signal.aborted) return;
				if (domain !== null) put(domain);
			}
		}
		if (left > 0) timer = setTimeout(look, LOOK_MS);
	};
	void look();
	return () => {
		clearTimeout(timer);
		controller.abort();
	};
}
