// Routes that try an endpoint while the caller waits.
import { conflict } from "../../core/errors.ts";
import { memberText } from "../../core/payload.ts";
import { makeTestAttempt } from "../../delivery/sending/test-attempt.ts";
import { prepareTestAttempt, takeTest } from "../../services/test-attempts.ts";
import { TestAttemptIn, TestAttemptOut, toTestAttemptOut } from "../models/test-attempt.ts";
import { type AnyRoute, route } from "../route.ts";
import { endpointParams } from "./endpoints.ts";

export const testAttemptRoutes: AnyRoute[] = [
	route({
		method: "post",
		path: "/app/{app_id}/endpoint/{endpoint_id}/test-attempt",
		operationId: "v1.endpoint.test-attempt",
		tag: "Endpoint",
		summary:
			"Send a payload to an endpoint once, signed, and answer with what it answered; nothing is kept",
		access: "CreateAttempts",
		// What the endpoint answered is kept only to repeat it to a client that lost it.
		isSecret: true,
		params: endpointParams,
		body: TestAttemptIn,
		answers: { 200: TestAttemptOut },
		run: async ({ ctx, params, text, request }) => {
			const target = { app: params.app_id, endpoint: params.endpoint_id };
			const payload = memberText(text, ["payload"]) ?? "{}";
			const message = await prepareTestAttempt(ctx, target, payload);
			const { tools } = request;
			if (await tools.operatorSwitch.isPaused(ctx.now)) {
				throw conflict("All delivery is paused by the operator of this installation; try later");
			}
			await takeTest(ctx, message.route.endpointId);
			return makeTestAttempt({ ...tools, ownHosts: ctx.ownHosts }, message);
		},
		answer: (attempt) => ({ status: 200, body: toTestAttemptOut(attempt) }),
	}),
];
