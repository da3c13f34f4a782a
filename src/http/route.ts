// A route as data: what it takes, what it answers, and what it does. The contract is made from the same.
import type * as z from "zod";
import type { Capability } from "../core/capabilities.ts";
import type { ServiceContext } from "../services/context.ts";
import type { RequestContext } from "./context.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** `body` undefined: an empty answer. A response of its own is for what is not JSON, and cannot be repeated. */
export type Answer = { status: number; body?: unknown } | Response;

/** What a handler receives: checked input, and the means to act. */
export type Call<P, Q, B> = {
	params: P;
	query: Q;
	body: B;
	/** The request's body as it was written. */
	text: string;
	ctx: ServiceContext;
	request: RequestContext;
};

type RouteSpec<P = unknown, Q = unknown, B = unknown, R = unknown> = {
	method: Method;
	/** Below /api/v1, parameters in braces. */
	path: string;
	operationId: string;
	tag: string;
	summary: string;
	/**
	 * Who may call: `none` anybody, without a key; `organisation` its API keys; a capability API keys and those
	 * tokens of the application in the path that have it.
	 */
	access: "none" | "organisation" | Capability;
	/** The answer holds a secret: what is stored of it to repeat it is sealed. */
	isSecret?: boolean;
	params?: z.ZodType<P>;
	query?: z.ZodType<Q>;
	body?: z.ZodType<B>;
	/** True when the body may be left out. */
	isBodyOptional?: boolean;
	/** It becomes a WebSocket; its token may come among the protocols. */
	isUpgrade?: boolean;
	/** Of successful answers that are not JSON. */
	contentType?: string;
	/** Successful answers by status; null for an empty one. */
	answers: Record<number, z.ZodType | null>;
	/** Of the body, where it may be larger than a payload. */
	bodyBytesMax?: number;
	/** Keeps idempotency itself, because it does not write to D1. */
	isIdempotentItself?: boolean | ((call: Call<P, Q, B>) => boolean);
	run(call: Call<P, Q, B>): Promise<R>;
	/** Pure, because an idempotent POST stores its answer in the same transaction as its effect. */
	answer(result: R, call: Pick<Call<P, Q, B>, "query">): Answer;
};

/** Any route, for lists of them. */
export type AnyRoute = RouteSpec;

/** Declares a route; types of input follow from its schemas. */
export function route<P, Q, B, R>(spec: RouteSpec<P, Q, B, R>): AnyRoute {
	return spec as unknown as AnyRoute; // safe because `callRoute` parses input with the spec's own schemas
}
