// What this tab remembers of endpoints, and the API does not tell.

import { createStore } from "../../lib/store.ts";
import type { TestAttemptOut } from "../../models.ts";

export type TestResult = TestAttemptOut & { eventType: string; at: string };

export type Memory = {
	/** Just created here: its secret is offered. */
	isNew?: boolean;
	/** Switched on again here: since when messages may have been missed. */
	missedSince?: string | null;
	/** Rotated here: until when the old secret is valid. */
	oldSecretUntil?: string | null;
	/** Of tests, newest first. */
	results?: readonly TestResult[];
	/** Payloads as they were edited, by event type. */
	drafts?: Readonly<Record<string, string>>;
};

export const memory = createStore<Readonly<Record<string, Memory>>>({});

export const remember = (endpointId: string, change: Memory): void =>
	memory.set({ ...memory.get(), [endpointId]: { ...memory.get()[endpointId], ...change } });

export const markAsNew = (endpointId: string): void => remember(endpointId, { isNew: true });
