// Routes of whoever operates the installation.
import { z } from "zod";
import type { DeliveryState } from "../../platform/operator-switch-client.ts";
import { getDelivery, listDeadLetters, putDelivery } from "../../services/operator.ts";
import type { DeadLetter } from "../../store/dead-letters.ts";
import { iterator, limit, listOf, timestamp, toListOut, toTimestamp } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";

const tag = "Operator";
const access = "organisation";
const path = "/operator/delivery";

const DeliveryIn = z
	.object({
		paused: z.boolean({ error: "must be true (pause all delivery) or false (resume it)" }),
		notice: z.string().max(1000, "must be at most 1000 characters").default(""),
	})
	.meta({ id: "OperatorDeliveryIn" });

const DeliveryOut = z
	.object({
		paused: z.boolean(),
		notice: z.string(),
		since: timestamp.nullable().meta({ description: "When it was last paused or resumed." }),
	})
	.meta({ id: "OperatorDeliveryOut" });

const DeadLetterOut = z
	.object({
		id: z.string(),
		appId: z.string(),
		msgId: z.string(),
		endpointIds: z.array(z.string()),
		createdAt: timestamp,
	})
	.meta({ id: "OperatorDeadLetterOut" });

const toDeadLetterOut = (letter: DeadLetter): z.input<typeof DeadLetterOut> => ({
	id: letter.id,
	appId: letter.applicationId,
	msgId: letter.messageId,
	endpointIds: letter.endpointIds,
	createdAt: toTimestamp(letter.createdAt),
});

const answer = ({ paused, notice, since }: DeliveryState) => ({
	status: 200,
	body: { paused, notice, since: since === null ? null : toTimestamp(since) },
});

export const operatorRoutes: AnyRoute[] = [
	route({
		method: "get",
		path,
		operationId: "v1.operator.get-delivery",
		tag,
		summary: "Tell whether all delivery of the installation is paused",
		access,
		answers: { 200: DeliveryOut },
		run: ({ ctx, request }) => getDelivery(ctx, request.tools.operatorSwitch),
		answer,
	}),
	route({
		method: "put",
		path,
		operationId: "v1.operator.put-delivery",
		tag,
		summary: "Pause or resume all delivery of the installation, within ten seconds",
		access,
		body: DeliveryIn,
		answers: { 200: DeliveryOut },
		run: ({ ctx, request, body }) => putDelivery(ctx, request.tools.operatorSwitch, body),
		answer,
	}),
	route({
		method: "get",
		path: "/operator/dead-letter",
		operationId: "v1.operator.list-dead-letters",
		tag,
		summary: "List chunks of large hand-overs that the queue gave up, newest first",
		access,
		query: z.object({ limit, iterator: iterator("dead") }),
		answers: { 200: listOf(DeadLetterOut).meta({ id: "ListResponse_OperatorDeadLetterOut" }) },
		run: ({ ctx, query }) => listDeadLetters(ctx, query),
		answer: (list) => ({ status: 200, body: toListOut(list, toDeadLetterOut) }),
	}),
];
