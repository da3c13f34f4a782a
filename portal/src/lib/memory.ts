// The tab's memory, as best effort: in a frame of another site the browser may refuse it altogether.

export function remember(key: string, value: unknown): void {
	try {
		sessionStorage.setItem(key, JSON.stringify(value));
	} catch {
		// Without it a reload of the frame needs a new link.
	}
}

export function recall(key: string): unknown {
	try {
		return JSON.parse(sessionStorage.getItem(key) ?? "null");
	} catch {
		return null;
	}
}

export function forget(key: string): void {
	try {
		sessionStorage.removeItem(key);
	} catch {
		// Then nothing was remembered.
	}
}
