// A text in the address that follows what is typed after a short rest.
import { useEffect, useState } from "preact/hooks";
import { setSearch, usePlace } from "./router.ts";

const REST_MS = 250;

/** The typed text, its setter, and what is in the address by now. A change leads back to the first page. */
export function useSearchText(
	name: string,
	pageName = "iterator",
): [typed: string, setTyped: (text: string) => void, current: string] {
	const current = usePlace().search.get(name) ?? "";
	const [typed, setTyped] = useState(current);
	useEffect(() => setTyped(current), [current]);
	useEffect(() => {
		if (typed === current) return;
		const timer = setTimeout(() => setSearch({ [name]: typed || null, [pageName]: null }), REST_MS);
		return () => clearTimeout(timer);
	}, [typed]);
	return [typed, setTyped, current];
}
