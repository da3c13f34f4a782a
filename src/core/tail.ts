// Who watches new messages sees which of them, and how many in a second.

/** What a watcher asked for; null for all. */
export type TailFilter = {
	eventTypes: readonly string[] | null;
	channel: string | null;
	tag: string | null;
};

export type Tailed = {
	eventType: string;
	channels: readonly string[] | null;
	tags: readonly string[] | null;
};

export function isTailed({ eventTypes, channel, tag }: TailFilter, message: Tailed): boolean {
	if (eventTypes !== null && !eventTypes.includes(message.eventType)) return false;
	if (channel !== null && message.channels?.includes(channel) !== true) return false;
	return tag === null || message.tags?.includes(tag) === true;
}

/** More than anybody reads; what comes faster is counted and not shown. */
const PER_SECOND = 20;
const BURST = 40;

/** `room` for messages at `at` (epoch milliseconds), and how many were left out since the last one shown. */
export type TailPace = { room: number; at: number; skipped: number };

export const newPace = (now: number): TailPace => ({ room: BURST, at: now, skipped: 0 });

/** The pace after one more message, and whether that is shown. */
export function nextPace(pace: TailPace, now: number): { pace: TailPace; isShown: boolean } {
	const gained = (Math.max(0, now - pace.at) / 1000) * PER_SECOND;
	const room = Math.min(BURST, pace.room + gained);
	if (room < 1) return { pace: { room, at: now, skipped: pace.skipped + 1 }, isShown: false };
	return { pace: { room: room - 1, at: now, skipped: 0 }, isShown: true };
}
