// Calls a route: key, input, effect, answer. In this order, so that nothing happens on bad input.
import { DomainError, type FieldIssue, invalid } from "../core/errors.ts";
import type { Tools } from "../delivery/tools.ts";
import type { Clock } from "../platform/clock.ts";
import type { Sealer } from "../platform/sealer.ts";
import type { ServiceContext } from "../services/context.ts";
import type { StoredAnswer } from "../store/idempotency.ts";
import { admit } from "./access.ts";
import { type CallerCache, refused } from "./auth.ts";
import { readBody } from "./body.ts";
import { type RequestContext, toServiceContext } from "./context.ts";
import { CORS_HEADERS } from "./cors.ts";
import { PARSE_OPTIONS, toIssues } from "./errors.ts";
import { organisationOfHost } from "./host-organisation.ts";
import { digestKey, idempotencyKeyOf, once } from "./idempotency.ts";
import { readQuery } from "./query.ts";
import { stringify } from "./raw-json.ts";
import type { Answer, AnyRoute, Call } from "./route.ts";
import { readUpgrade, withProtocolToken } from "./upgrade.ts";

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
	const { tools, cache, clock, background } = around;
	const asked = spec.isUpgrade === true ? withProtocolToken(request) : request;
	const caller = await admit(spec, asked, params, { tools, cache, now: clock() });
	const host = organisationOfHost(request);
	// On a domain of one organisation, tokens of others are as good as none. Links are looked at by their verb.
	if (host !== null && spec.access !== "none" && caller.organisationId !== host) throw refused();
	const url = new URL(request.url);
	const asks = { request, url, params: caller.params };
	const input = await readInput(spec, asks, tools.config.payloadBytesMax);
	const ctx = toServiceContext(tools, caller, request.url, background);
	// Without a token there is nobody whose answer could be repeated.
	const key = spec.method === "post" && spec.access !== "none" ? idempotencyKeyOf(request) : null;
	const requestContext: RequestContext = {
		tools,
		config: tools.config,
		origin: url.origin,
		tokenHash: caller.tokenHash,
		token: caller.token,
		hostOrganisationId: host,
		applicationId: caller.applicationId,
		read: caller.read,
		idempotencyKey: key,
		upgrade: spec.isUpgrade === true ? readUpgrade(request) : null,
		background,
	};
	const call: Call<unknown, unknown, unknown> = { ...input, ctx, request: requestContext };

	const { isIdempotentItself: itself } = spec;
	if (key === null || (typeof itself === "function" ? itself(call) : itself === true)) {
		const answer = spec.answer(await spec.run(call), call);
		return answer instanceof Response ? answer : toResponse(toStored(answer));
	}
	const digest = await digestKey(caller.tokenHash, pathOf(url), key);
	const safe = spec.isSecret === true ? sealed(tools.sealer, digest.digest) : OPEN;
	const stores = {
		db: tools.db,
		answers: tools.answers,
		now: clock,
		sleep: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
	};
	const stored = await once(stores, digest, background, async (commit) => {
		const storing: ServiceContext = {
			...ctx,
			async commit(statements, result) {
				await commit(statements, await safe.close(toStored(spec.answer(result, call))));
				return result;
			},
		};
		return safe.close(toStored(spec.answer(await spec.run({ ...call, ctx: storing }), call)));
	});
	return toResponse(await safe.open(stored));
}

/** How an answer is while it is stored. */
type Safe = Record<
	"close" | "open",
	(answer: StoredAnswer) => StoredAnswer | Promise<StoredAnswer>
>;

const OPEN: Safe = { close: (answer) => answer, open: (answer) => answer };

const sealed = (sealer: Sealer, owner: string): Safe => ({
	close: async ({ status, body }) => ({ status, body: await sealer.seal(body, owner) }),
	open: async ({ status, body }) => ({ status, body: await sealer.open(body, owner) }),
});

/** Everything that is wrong with path, query and body, at once. */
async function readInput(
	spec: AnyRoute,
	{ request, url, params }: { request: Request; url: URL; params: Record<string, string> },
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
	const query = parse("query", spec.query, url.search === "" ? {} : readQuery(request.url));
	let body: unknown;
	let text = "";
	if (spec.body !== undefined) {
		const read = await readBody(request, spec.bodyBytesMax ?? payloadBytesMax);
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
function pathOf(url: URL): string {
	return url.pathname.replace(/\/+$/, "") + url.search;
}

function toStored(answer: Answer): StoredAnswer {
	if (answer instanceof Response) throw new Error("an answer that is repeated must be JSON");
	return {
		status: answer.status,
		body: answer.body === undefined ? "" : stringify(answer.body),
	};
}

// Ready made: they are read from an object once, and not for each answer.
const EMPTY_HEADERS = new Headers(CORS_HEADERS);
const JSON_HEADERS = new Headers({ ...CORS_HEADERS, "content-type": "application/json" });

function toResponse({ status, body }: StoredAnswer): Response {
	return body === ""
		? new Response(null, { status, headers: EMPTY_HEADERS })
		: new Response(body, { status, headers: JSON_HEADERS });
}
