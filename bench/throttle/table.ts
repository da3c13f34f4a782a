// The table of the throttling benchmark.
import { format } from "../support/report.ts";
import type { Measured } from "./run.ts";

export const HEAD = [
	"limit/s",
	"receiver",
	"queue",
	"messages",
	"used",
	"worst s",
	"÷ limit",
	"over",
	"starts",
	"plain",
	"CV",
	"plain CV",
	"gap",
	"order",
	"of starts",
];

export const NOTES = [
	"used: arrivals per second ÷ limit, from the first to the last. over: arrivals of the worst sliding",
	"second beyond 1.05 × limit + 1. starts: the same second by the lane's own times; never beyond that. plain: the",
	"same receiver, fed by an evenly spaced client. CV: of the gaps. gap: the longest. order: yes, or by how",
	"long a message was overtaken; of starts: where they left, before the network. queue: messages posted per second meanwhile, or filled before.",
];

export const toRow = (one: Measured): string[] => [
	String(one.limit),
	one.receiverMs === 0 ? "at once" : `${one.receiverMs} ms`,
	one.offeredRate === null ? "filled" : `${format(one.offeredRate, 0)}/s`,
	String(one.reconciled.accepted),
	format(one.achieved, 3),
	String(one.worst),
	format(one.worst / one.limit, 3),
	format(one.excess),
	String(one.worstOfStarts),
	String(one.floor.worst),
	format(one.variation),
	format(one.floor.variation),
	`${format(one.longestGapMs, 0)} ms`,
	toOrder(one.overtakenMs),
	toOrder(one.overtakenStartMs),
];

const toOrder = (overtakenMs: number) =>
	overtakenMs === 0 ? "yes" : `${format(overtakenMs, 1)} ms`;
