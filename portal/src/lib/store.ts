// A value that components follow.
import { useEffect, useState } from "preact/hooks";

export type Store<T> = {
	get(): T;
	set(value: T): void;
	subscribe(listener: () => void): () => void;
};

export function createStore<T>(initial: T): Store<T> {
	let current = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => current,
		set(value) {
			if (Object.is(value, current)) return;
			current = value;
			for (const listener of [...listeners]) listener();
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
	};
}

/** The store's value; draws the component again when it changes. */
export function useStore<T>(store: Store<T>): T {
	const [, redraw] = useState(0);
	const drawn = store.get();
	useEffect(() => {
		const onChange = () => redraw((count) => count + 1);
		if (!Object.is(store.get(), drawn)) onChange();
		return store.subscribe(onChange);
	}, [store]);
	return drawn;
}
