// Routes that carry an organisation's configuration out and in.
import { exportEventTypes, importEventTypes } from "../../services/environment.ts";
import {
	EnvironmentIn,
	EnvironmentOut,
	toEnvironmentOut,
	toImportedEventTypes,
} from "../models/environment.ts";
import { type AnyRoute, route } from "../route.ts";

const tag = "Environment";
const access = "organisation";

export const environmentRoutes: AnyRoute[] = [
	route({
		method: "post",
		path: "/environment/export",
		operationId: "v1.environment.export",
		tag,
		summary: "Export event types, archived ones too",
		access,
		answers: { 200: EnvironmentOut },
		// It changes nothing, and is too large to be kept.
		isIdempotentItself: true,
		run: ({ ctx }) => exportEventTypes(ctx),
		answer: (eventTypes) => ({ status: 200, body: toEnvironmentOut(eventTypes) }),
	}),
	route({
		method: "post",
		path: "/environment/import",
		operationId: "v1.environment.import",
		tag,
		summary: "Create or replace event types, all or none; nothing is removed",
		access,
		body: EnvironmentIn,
		answers: { 204: null },
		run: ({ ctx, body }) => importEventTypes(ctx, toImportedEventTypes(body)),
		answer: () => ({ status: 204 }),
	}),
];
