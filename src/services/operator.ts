// Verbs of whoever operates the installation: the organisation of its first key.
import { DomainError } from "../core/errors.ts";
import { type ListEnvelope, planPage, toEnvelope } from "../core/page.ts";
import type { DeliveryState, OperatorSwitch } from "../platform/operator-switch-client.ts";
import { type DeadLetter, listDeadLetters as listRows } from "../store/dead-letters.ts";
import { FIRST_ORGANISATION } from "./api-keys.ts";
import type { ServiceContext } from "./context.ts";

type OperatorContext = Pick<ServiceContext, "organisationId" | "now">;

export async function getDelivery(
	ctx: OperatorContext,
	operatorSwitch: OperatorSwitch,
): Promise<DeliveryState> {
	assertOperator(ctx);
	return operatorSwitch.read();
}

/** Pauses or resumes all delivery; messages are accepted meanwhile, and wait. */
export async function putDelivery(
	ctx: OperatorContext,
	operatorSwitch: OperatorSwitch,
	input: { paused: boolean; notice: string },
): Promise<DeliveryState> {
	assertOperator(ctx);
	const before = await operatorSwitch.read();
	const since = before.paused === input.paused ? before.since : ctx.now;
	return operatorSwitch.write({ ...input, since });
}

/** Chunks of large hand-overs that the queue gave up, newest first. Their messages are still handed over. */
export async function listDeadLetters(
	ctx: OperatorContext & Pick<ServiceContext, "db">,
	page: { limit: number; iterator: string | null },
): Promise<ListEnvelope<DeadLetter>> {
	assertOperator(ctx);
	const plan = planPage(page.limit, page.iterator, "descending");
	return toEnvelope(
		plan,
		await listRows(ctx.db, plan),
		(row) => row.id,
		(row) => row,
	);
}

/** Throws unless a key of the first organisation calls. */
export function assertOperator(ctx: OperatorContext): void {
	if (ctx.organisationId === FIRST_ORGANISATION) return;
	throw new DomainError(
		"insufficient access",
		"Only keys of the installation's first organisation can do this",
	);
}
