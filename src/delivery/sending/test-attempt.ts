// One attempt while somebody waits for it: signed and sent like any other, and nothing of it is kept.
import type { MessageContent, Route } from "../../core/delivery.ts";
import type { MessageId } from "../../core/ids.ts";
import type { Outcome } from "../../core/outcome.ts";
import { type HeaderList, toShownHeaders } from "../../core/shown-headers.ts";
import { systemClock } from "../../platform/clock.ts";
import { makeAttempt } from "./attempt.ts";
import { attemptSettings, type DispatchTools } from "./dispatch.ts";
import { openRoute } from "./keyring.ts";

export type TestMessage = { messageId: MessageId; route: Route; content: MessageContent };

/** `sentHeaders` is empty when nothing was sent. */
export type TestAttempt = TestMessage & { outcome: Outcome; sentHeaders: HeaderList };

export async function makeTestAttempt(
	tools: DispatchTools,
	message: TestMessage,
): Promise<TestAttempt> {
	const { messageId, route, content } = message;
	const { keys, headers } = await openRoute(tools.sealer, route, systemClock());
	let sentHeaders: HeaderList = [];
	const outcome = await makeAttempt(
		{ messageId, url: route.url, content, keys, headers },
		attemptSettings(tools),
		{
			fetch: tools.fetch,
			connect: tools.connect,
			clock: systemClock,
			onSend: (sent) => {
				sentHeaders = toShownHeaders(sent);
			},
		},
	);
	return { ...message, outcome, sentHeaders };
}
