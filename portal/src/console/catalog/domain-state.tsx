// How a domain stands, as a badge.
import type { DomainOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { StatusBadge } from "../../ui/badge.tsx";

export const DomainState = ({ status }: { status: DomainOut["status"] }) => (
	<StatusBadge
		status={status === "active" ? "enabled" : status === "error" ? "fail" : "waiting"}
		title={t(`console.domains.hint.${status}`)}
	>
		{t(`console.domains.status.${status}`)}
	</StatusBadge>
);
