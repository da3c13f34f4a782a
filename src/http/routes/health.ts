// Routes that tell whether the service works.
import * as z from "zod";
import { checkHealth } from "../../services/health.ts";
import { type AnyRoute, route } from "../route.ts";

const tag = "Health";
const access = "none";
const part = z.object({ status: z.enum(["ok", "error"]) });
const HealthOut = z.object({ database: part, queue: part, cache: part }).meta({ id: "HealthOut" });

const health = {
	path: "/health",
	tag,
	summary: "Tells whether database, queue and cache answer",
	access,
	answers: { 200: HealthOut, 503: HealthOut },
	run: ({ request: { tools } }: { request: { tools: Parameters<typeof checkHealth>[0] } }) =>
		checkHealth(tools),
	answer: (body: Awaited<ReturnType<typeof checkHealth>>) => ({
		status: Object.values(body).every(({ status }) => status === "ok") ? 200 : 503,
		body,
	}),
} as const;

const ping = {
	path: "/health/ping",
	tag,
	summary: "Answers when the API can be reached",
	access,
	answers: { 204: null },
	run: () => Promise.resolve(null),
	answer: () => ({ status: 204 }),
} as const;

export const healthRoutes: AnyRoute[] = [
	route({ ...health, method: "get", operationId: "v1.health.get" }),
	route({ ...ping, method: "get", operationId: "v1.health.ping" }),
];
