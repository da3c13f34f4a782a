// Calls a route: key, input, effect, answer. In this order, so that nothing happens on bad input.
import { DomainError, type FieldIssue, invalid } from "../core/errors.ts";
import type { ApplicationId } from "../core/ids.ts";
import type { Tools } from "../delivery/tools.ts";
import type { Clock } from "../platform/clock.ts";
import type { ServiceContext } from "../services/context.ts";
import type { StoredAnswer } from "../store/idempotency.ts";
import { authenticate, authenticateForApplication, type CallerCache, tokenHashOf } from "./auth.ts";
import { readBody } from "./body.ts";
import { type RequestContext, toServiceContext } from "./context.ts";
import { PARSE_OPTIONS, toIssues } from "./errors.ts";
import { digestKey, idempotencyKeyOf, once } from "./idempotency.ts";
import { readQuery } from "./query.ts";
import { stringify } from "./raw-json.ts";
import type { Answer, AnyRoute, Call } from "./route.ts";

type Surroundings = {
	tools: Tools;
	cache: CallerCache;
	clock: Clock;
	background(work: Promise<unknown>): void;
};

export async function callRoute(
	spec: AnyRoute,
	request: Request,
	params: Record<string, string>,
	around: Surroundings,
): Promise<Response> {
	const caller = await identify(spec, request, params, around);
	const input = await readInput(spec, request, params, around.tools.config.payloadBytesMax);
	const ctx = toServiceContext(around.tools, caller.organisationId, request.url);
	const key = spec.method === "post" ? idempotencyKeyOf(request) : null;
	const requestContext: RequestContext = {
		tools: around.tools,
		config: around.tools.config,
		tokenHash: caller.tokenHash,
		applicationId: caller.applicationId,
		idempotencyKey: key,
		background: around.background,
	};
	const call: Call<unknown, unknown, unknown> = { ...input, ctx, request: requestContext };

	if (key === null || spec.isIdempotentItself === true) {
		return toResponse(toStored(spec.answer(await spec.run(call), call)));
	}
	const digest = await digestKey(caller.tokenHash, pathOf(request), key);
	const stores = {
		db: around.tools.db,
		answers: around.tools.answers,
		now: around.clock,
		sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
	};
	const stored = await once(stores, digest, around.background, async (commit) => {
		const storing: ServiceContext = {
			...ctx,
			async commit(statements, result) {
				await commit(statements, toStored(spec.answer(result, call)));
				return result;
			},
		};
		return toStored(spec.answer(await spec.run({ ...call, ctx: storing }), call));
	});
	return toResponse(stored);
}

async function identify(
	spec: AnyRoute,
	request: Request,
	params: Record<string, string>,
	around: Surroundings,
) {
	const nobody = { organisationId: "org_" as const, tokenHash: "", applicationId: null };
	if (spec.access === "none") return nobody;
	const { db } = around.tools;
	const now = around.clock();
	const hash = await tokenHashOf(around.cache, request, now);
	// Only messages skip the verb's own look-up: they are what everything else is there for.
	if (spec.isIdempotentItself === true && params.app_id !== undefined) {
		return authenticateForApplication(db, around.cache, hash, params.app_id, now);
	}
	const caller = await authenticate(db, around.cache, hash, now);
	return { ...caller, applicationId: null as ApplicationId | null };
}

/** Everything that is wrong with path, query and body, at once. */
async function readInput(
	spec: AnyRoute,
	request: Request,
	params: Record<string, string>,
	payloadBytesMax: number,
) {
	const issues: FieldIssue[] = [];
	const parse = (where: string, schema: AnyRoute["body"], value: unknown): unknown => {
		if (schema === undefined) return undefined;
		const parsed = schema.safeParse(value, PARSE_OPTIONS);
		if (parsed.success) return parsed.data;
		issues.push(...toIssues(where, parsed.error));
		return undefined;
	};
	const parsed = spec.params === undefined ? params : parse("path", spec.params, params);
	const query = parse("query", spec.query, readQuery(request.url));
	let body: unknown;
	let text = "";
	if (spec.body !== undefined) {
		const read = await readBody(request, payloadBytesMax);
		if (read === null && spec.isBodyOptional !== true) {
			throw invalid(["body"], "must be given: a JSON object", "value_error.missing");
		}
		text = read?.text ?? "";
		body = parse("body", spec.body, read === null ? {} : read.json);
	}
	if (issues.length > 0) throw new DomainError("validation", "Some fields are wrong", issues);
	return { params: parsed, query, body, text };
}

/** Path and query without a trailing slash: both spellings are the same request. */
function pathOf(request: Request): string {
	const url = new URL(request.url);
	return url.pathname.replace(/\/+$/, "") + url.search;
}

function toStored(answer: Answer): StoredAnswer {
	return {
		status: answer.status,
		body: answer.body === undefined ? "" : stringify(answer.body),
	};
}

function toResponse({ status, body }: StoredAnswer): Response {
	return body === ""
		? new Response(null, { status })
		: new Response(body, { status, headers: { "content-type": "application/json" } });
}
