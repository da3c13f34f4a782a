// Makes granted attempts and reports what came of them.
import type { AttemptReport, Grant, MessageContent } from "../../core/delivery.ts";
import type { Outcome } from "../../core/outcome.ts";
import { type HeaderList, toShownHeaders } from "../../core/shown-headers.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import type { Config } from "../../platform/config.ts";
import { logError } from "../../platform/log.ts";
import type { MessageStores } from "../../platform/message-store-client.ts";
import type { Sealer } from "../../platform/sealer.ts";
import { CHUNK_MAX, type Senders } from "../../platform/sender-client.ts";
import { type AttemptSettings, makeAttempt } from "./attempt.ts";
import type { Connect } from "./diagnosis.ts";
import { openRoute } from "./keyring.ts";
import type { ReportBox } from "./report-box.ts";
import { StartGate, until } from "./start-gate.ts";

/** Shared by all that this isolate sends. */
const gate = new StartGate();

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
	const contents =
		content === null
			? await tools.stores
					.of(first.route.applicationId)
					.contents(grants.map((grant) => grant.task.messageId))
			: grants.map(() => content);
	await Promise.all(
		grants.map(async (grant, i) => {
			const report = await attemptGrant(tools, grant, contents[i] ?? null);
			await tools.reports.add(grant.route.endpointId, report);
		}),
	);
}

async function attemptGrant(
	tools: DispatchTools,
	{ route, task, startAt, spacingMs }: Grant,
	content: MessageContent | null,
): Promise<AttemptReport> {
	const clock: Clock = systemClock;
	const failed = (failure: "payload_missing" | "signing", reason: string): Outcome => ({
		failure,
		status: 0,
		startedAt: clock(),
		durationMs: 0,
		response: reason,
		responseHeaders: [],
	});
	if (content === null) {
		const outcome = failed("payload_missing", "the payload is no longer stored");
		return { task, startAt, url: route.url, outcome };
	}
	let sentHeaders: HeaderList = [];
	try {
		await until(startAt, clock);
		const { keys, headers } = await openRoute(tools.sealer, route, clock());
		const outcome = await makeAttempt(
			{ messageId: task.messageId, url: route.url, content, keys, headers },
			attemptSettings(tools),
			{
				fetch: tools.fetch,
				connect: tools.connect,
				clock,
				ready: () => gate.pass(route.endpointId, spacingMs, clock),
				onSend: (headers) => {
					sentHeaders = toShownHeaders(headers);
				},
			},
		);
		return { task, startAt, url: route.url, outcome, sentHeaders };
	} catch (error) {
		logError("attempt_failed", error, { endpointId: route.endpointId });
		const outcome = failed("signing", "the request could not be signed");
		return { task, startAt, url: route.url, outcome };
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
