// The clock of the bench Worker: it can be moved ahead, and alarms with it, to see what happens months later.

const now = Date.now.bind(Date);
let aheadMs = 0;

/** Replaces the clock of the isolate, which locally is the Worker's and all objects'. */
export function moveClock(): void {
	Date.now = () => now() + aheadMs;
}

export function advance(ms: number): void {
	aheadMs += ms;
}

/** The platform has the real clock. */
export const toPlatformTime = (at: number): number => at - aheadMs;
export const fromPlatformTime = (at: number): number => at + aheadMs;
