// How the local runtime's engine uses memory. The platform's has its own ways.

/**
 * Garbage is collected soon: else it piles up, and with it what it holds outside of the heap, to a hundred megabytes
 * more. By one thread, because several have more to agree upon than to do in so little.
 */
const V8_FLAGS = [
	"--max-semi-space-size=4",
	"--no-parallel-scavenge",
	"--initial-old-space-size=8",
	"--heap-growing-percent=30",
];

/** For every runtime that this process starts from now on; the environment's own wish comes first. */
export function setRuntimeFlags(): void {
	process.env.MINIFLARE_WORKERD_V8_FLAGS ??= V8_FLAGS.join(" ");
}
