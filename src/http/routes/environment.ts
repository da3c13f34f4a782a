// Routes that carry an organisation's configuration out and in.
import { exportEnvironment, importEnvironment } from "../../services/environment.ts";
import {
	EnvironmentIn,
	EnvironmentOut,
	toEnvironmentOut,
	toImported,
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
		summary: "Export event types, archived ones too, and settings",
		access,
		answers: { 200: EnvironmentOut },
		// It changes nothing, and is too large to be kept.
		isIdempotentItself: true,
		run: ({ ctx }) => exportEnvironment(ctx),
		answer: (environment) => ({ status: 200, body: toEnvironmentOut(environment) }),
	}),
	route({
		method: "post",
		path: "/environment/import",
		operationId: "v1.environment.import",
		tag,
		summary:
			"Create or replace event types and the settings that are given, all or none; nothing is removed",
		access,
		body: EnvironmentIn,
		answers: { 204: null },
		run: ({ ctx, body }) => importEnvironment(ctx, toImported(body)),
		answer: () => ({ status: 204 }),
	}),
];
