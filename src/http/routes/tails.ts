// The route on which new messages are watched as they come.
import * as z from "zod";
import { openTail } from "../../services/tails.ts";
import { queryEventTypes } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";
import { appParams } from "./applications.ts";

/** What is kept with a socket is small. */
const EVENT_TYPES_MAX = 25;
const TEXT_LENGTH_MAX = 128;

const short = z
	.string()
	.max(TEXT_LENGTH_MAX, `must be at most ${TEXT_LENGTH_MAX} characters`)
	.optional()
	.transform((value) => value ?? null);

export const tailRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/app/{app_id}/tail",
		operationId: "v1.message.tail",
		tag: "Message",
		summary:
			"Watch new messages over a WebSocket: name the protocols `edgehook.tail` and the token; " +
			'each message comes as `{"type":"message","message":…}` without its payload. ' +
			"Send `ping` now and then; code 4401 says that the session has ended",
		access: "ViewBase",
		isUpgrade: true,
		params: appParams,
		query: z.object({
			eventTypes: queryEventTypes.refine(
				(names) => names === null || names.length <= EVENT_TYPES_MAX,
				`must have at most ${EVENT_TYPES_MAX} values`,
			),
			channel: short,
			tag: short,
		}),
		answers: { 101: null },
		run: ({ ctx, params, query, request }) =>
			openTail(ctx, params.app_id, query, {
				hash: request.tokenHash,
				isUpgrade: request.upgrade?.isAsked === true,
				hasProtocol: request.upgrade?.namesProtocol === true,
			}),
		answer: (response) => response,
	}),
];
