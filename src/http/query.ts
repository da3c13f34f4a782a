// The query string as an object of texts: `a=1&a=2`, `a[]=1`, `a[0]=1&a[1]=2` all become `a: "1,2"`.

export function readQuery(url: string): Record<string, string> {
	const query: Record<string, string> = Object.create(null);
	for (const [rawName, value] of new URL(url).searchParams) {
		const name = rawName.replace(/\[\d*\]$/, "");
		const isList = name !== rawName || name === "event_types";
		const before = query[name];
		// A list joins; anything else that is repeated counts as written last.
		query[name] = isList && before !== undefined ? `${before},${value}` : value;
	}
	return query;
}
