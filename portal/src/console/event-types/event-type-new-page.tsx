// A new event type.
import { request } from "../../lib/api.ts";
import { go } from "../../lib/router.ts";
import type { EventTypeOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { PageHead } from "../../ui/layout.tsx";
import { toast } from "../../ui/toast.tsx";
import { consolePath } from "../routes.ts";
import { EMPTY_DRAFT } from "./draft.ts";
import { EventTypeForm } from "./event-type-form.tsx";

export const EventTypeNewPage = () => (
	<>
		<PageHead
			title={t("console.eventType.newTitle")}
			crumbs={[
				{ label: t("console.eventTypes.title"), to: consolePath("eventTypes", {}) },
				{ label: t("console.eventType.newTitle") },
			]}
		/>
		<EventTypeForm
			start={EMPTY_DRAFT}
			isNew
			saveLabel={t("console.eventType.create")}
			save={(body) => request<EventTypeOut>("POST", "/event-type/", { body })}
			onSaved={({ name }) => {
				toast(t("console.eventType.created", { name }), "good");
				go(consolePath("eventType", { name }));
			}}
		/>
	</>
);
