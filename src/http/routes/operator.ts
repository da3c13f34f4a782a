// Routes of whoever operates the installation.
import * as z from "zod";
import type { DeliveryState } from "../../platform/operator-switch-client.ts";
import { getDelivery, listDeadLetters, putDelivery } from "../../services/operator.ts";
import { iterator, limit, listOf, toListOut } from "../models/common.ts";
import {
	DeadLetterOut,
	DeliveryIn,
	DeliveryOut,
	toDeadLetterOut,
	toDeliveryOut,
} from "../models/operator.ts";
import { type AnyRoute, route } from "../route.ts";

const tag = "Operator";
const access = "organisation";
const path = "/operator/delivery";

const answer = (state: DeliveryState) => ({ status: 200, body: toDeliveryOut(state) });

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
