// The route that tells whether a message would go anywhere.
import * as z from "zod";
import { isWanted } from "../../services/precheck.ts";
import { channels, emptyToNull, name } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

const MessagePrecheckIn = z.object({ eventType: name, channels }).meta({ id: "MessagePrecheckIn" });
const MessagePrecheckOut = z.object({ active: z.boolean() }).meta({ id: "MessagePrecheckOut" });

export const precheckRoutes: AnyRoute[] = [
	route({
		method: "post",
		path: "/app/{app_id}/msg/precheck/active",
		operationId: "v1.message.precheck",
		tag: "Message",
		summary: "Tell whether a message of this kind would go to any endpoint now",
		access: "organisation",
		params: appParams,
		body: MessagePrecheckIn,
		answers: { 200: MessagePrecheckOut },
		// It changes nothing.
		isIdempotentItself: true,
		run: ({ ctx, params, body }) => {
			const { eventType } = body;
			const message = { eventType, channels: emptyToNull(body.channels) };
			return isWanted(ctx, params.app_id, message);
		},
		answer: (active) => ({ status: 200, body: { active } }),
	}),
];
