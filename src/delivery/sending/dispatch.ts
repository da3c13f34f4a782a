// Makes granted attempts and reports what came of them.
import type { AttemptReport, Grant, MessageContent } from "../../core/delivery.ts";
import { latestStart } from "../../core/lane.ts";
import { type HeaderList, toShownHeaders } from "../../core/shown-headers.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { logError, logWarning } from "../../platform/log.ts";
import type { MessageStores } from "../../platform/message-store-client.ts";
import type { Sealer } from "../../platform/sealer.ts";
import { CHUNK_MAX, type Senders } from "../../platform/sender-client.ts";
import { type AttemptSettings, prepareAttempt } from "./attempt.ts";
import type { Connect } from "./diagnosis.ts";
import { openRoute } from "./keyring.ts";
import { Refusals } from "./refusals.ts";
import type { ReportBox } from "./report-box.ts";
import { StartGate, type Turn } from "./start-gate.ts";

/** The lane leaves an endpoint alone for so long when a sender was too late. */
const LATE_PAUSE_MS = 1_000;

/** Shared by all that this isolate sends. */
const gate = new StartGate();
const refusals = new Refusals();

export type DispatchTools = {
	config: Config;
	sealer: Sealer;
	reports: ReportBox;
	stores: MessageStores;
	senders: Senders;
	ownHosts: readonly string[];
	/** Reaches customers' servers. */
	fetch: typeof fetch;
	/** For the diagnosis of failures; null where a socket takes another way than `fetch`. */
	connect: Connect | null;
};

/** Sends one message to all that were granted: the first few here, the others in senders of their own. */
export async function dispatch(
	tools: DispatchTools,
	grants: Grant[],
	content: MessageContent,
): Promise<void> {
	const here = grants.slice(0, CHUNK_MAX);
	const elsewhere = grants.slice(CHUNK_MAX);
	// Settled, not all: the attempts that are under way must end, whatever became of the others.
	await Promise.allSettled([
		sendChunk(tools, here, content),
		elsewhere.length > 0 ? tools.senders.deliverAll(elsewhere, content) : undefined,
	]);
}

/** Makes at most CHUNK_MAX attempts at the same time. Without `content` it is read first. */
export async function sendChunk(
	tools: DispatchTools,
	grants: Grant[],
	content: MessageContent | null,
): Promise<void> {
	const [first] = grants;
	if (first === undefined) return;
	// Before anything awaits: chunks come in the order of their starts.
	const turns = grants.map((grant) => ({ grant, turn: gate.enter(grant) }));
	try {
		const contents =
			content === null
				? await tools.stores
						.of(first.route.applicationId)
						.contents(grants.map((grant) => grant.task.messageId))
				: grants.map(() => content);
		await Promise.all(
			turns.map(({ grant, turn }, i) => sendOne(tools, grant, turn, contents[i] ?? null)),
		);
	} finally {
		for (const { turn } of turns) turn.leave();
	}
}

async function sendOne(
	tools: DispatchTools,
	grant: Grant,
	turn: Turn,
	content: MessageContent | null,
): Promise<void> {
	const { route, task, startAt } = grant;
	const report = await attemptGrant(tools, grant, turn, content);
	turn.leave();
	if (report !== null) return tools.reports.add(route.endpointId, report);
	const refusedUntil = refusals.untilFor(grant);
	if (refusedUntil === null) logWarning("start_late", { endpointId: route.endpointId });
	const until = refusedUntil ?? systemClock() + LATE_PAUSE_MS;
	const givenBack = { task, startAt, version: route.version, until };
	return tools.reports.giveBack(route.endpointId, givenBack);
}

/** Null when it did not begin: the endpoint had asked to be left alone meanwhile, or its lease was ending. */
async function attemptGrant(
	tools: DispatchTools,
	grant: Grant,
	turn: Turn,
	content: MessageContent | null,
): Promise<AttemptReport | null> {
	const { route, task, startAt } = grant;
	const clock: Clock = systemClock;
	const failed = (failure: "payload_missing" | "signing", response: string) => ({
		task,
		startAt,
		url: route.url,
		outcome: {
			failure,
			status: 0,
			startedAt: clock(),
			durationMs: 0,
			response,
			responseHeaders: [],
		},
	});
	if (content === null) return failed("payload_missing", "the payload is no longer stored");
	let sentHeaders: HeaderList = [];
	try {
		const { keys, headers } = await openRoute(tools.sealer, route, clock());
		const begin = await prepareAttempt(
			{ messageId: task.messageId, url: route.url, content, keys, headers },
			attemptSettings(tools),
			{
				fetch: tools.fetch,
				connect: tools.connect,
				clock,
				onSend: (headers) => {
					sentHeaders = toShownHeaders(headers);
				},
				onAnswer: (status, headers) => refusals.heed(route, status, headers, clock()),
			},
		);
		const latestAt = latestStart(startAt, tools.config.deliveryTimeoutMs);
		const isOver = () => refusals.untilFor(grant) !== null || clock() > latestAt;
		const isTurn = await turn.come(clock, isOver);
		if (!isTurn) return null;
		const outcome = await begin();
		return { task, startAt, url: route.url, outcome, sentHeaders };
	} catch (error) {
		logError("attempt_failed", error, { endpointId: route.endpointId });
		return failed("signing", "the request could not be signed");
	}
}

/** How this installation makes attempts. */
export function attemptSettings({
	config,
	ownHosts,
}: Pick<DispatchTools, "config" | "ownHosts">): AttemptSettings {
	return {
		timeoutMs: config.deliveryTimeoutMs,
		headerPrefix: config.headerPrefix,
		target: {
			allowPrivate: config.allowPrivateTargets,
			enforceHttps: config.enforceHttps,
			ownHosts,
		},
	};
}
