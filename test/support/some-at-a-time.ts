// Many requests of a test, a few at a time.

/** Runs `make` for 0 to count-1, a few at a time. */
export async function times(count: number, make: (i: number) => Promise<unknown>): Promise<void> {
	for (let i = 0; i < count; i += 20) {
		const some = Array.from({ length: Math.min(20, count - i) }, (_, j) => make(i + j));
		await Promise.all(some);
		// Inside one process the network has no turn while requests follow each other.
		await new Promise((resolve) => setTimeout(resolve, 0));
	}
}
