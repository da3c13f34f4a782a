// What the operator of the installation must not miss: all delivery is paused, hand-overs were given up.
import { useQuery } from "../../lib/query.ts";
import { session } from "../../lib/session.ts";
import { useStore } from "../../lib/store.ts";
import type { ListOf } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Link } from "../../ui/link.tsx";
import { Note } from "../../ui/states.tsx";
import type { DeadLetterOut, DeliveryOut } from "../models.ts";
import { consolePath } from "../routes.ts";

/** Nothing is drawn for other organisations, or when all is well. */
export function OperatorNotes() {
	const state = useStore(session);
	const isOperator = state.kind === "account" && state.account.isOperator;
	const delivery = useQuery<DeliveryOut>(isOperator ? "/operator/delivery/" : null);
	const path = isOperator ? "/operator/dead-letter/" : null;
	const dead = useQuery<ListOf<DeadLetterOut>>(path, { limit: 1 });
	const isPaused = delivery.data?.paused === true;
	const hasDead = (dead.data?.data.length ?? 0) > 0;
	if (!isPaused && !hasDead) return null;
	const more = <Link to={consolePath("operator", {})}>{t("console.nav.operator")}</Link>;
	return (
		<div class="notes">
			{isPaused && (
				<Note kind="danger">
					{t("console.operator.paused")} {more}
				</Note>
			)}
			{hasDead && (
				<Note kind="warning">
					{t("console.overview.dead")} {more}
				</Note>
			)}
		</div>
	);
}
