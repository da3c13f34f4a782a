// A new endpoint: its address, what it gets, and what few need folded away.
import { useRef, useState } from "preact/hooks";
import { inApp, request } from "../../lib/api.ts";
import { useMay } from "../../lib/capabilities.ts";
import { invalidate, seed, useAction } from "../../lib/query.ts";
import { go } from "../../lib/router.ts";
import { pathTo } from "../../lib/routes.ts";
import type { EndpointOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { ChipsInput } from "../../ui/chips-input.tsx";
import { NumberField, TextField } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { PageHead } from "../../ui/layout.tsx";
import { ErrorNote } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { NotFoundPage } from "../not-found-page.tsx";
import { complaintAbout, restOf } from "./complaints.ts";
import { type Draft, EMPTY, toBody, urlComplaint } from "./endpoint-draft.ts";
import { markAsNew } from "./endpoint-memory.ts";
import { EventTypePicker } from "./event-type-picker.tsx";
import { HeaderRows } from "./header-rows.tsx";
import { UrlField } from "./url-field.tsx";

const FOLDED = ["channels", "throttleRate", "headers", "secret"];
const SHOWN = ["url", "description", "eventTypes", ...FOLDED];

export function EndpointNewPage() {
	return useMay("ManageEndpoint") ? <NewEndpoint /> : <NotFoundPage />;
}

function NewEndpoint() {
	const [draft, setDraft] = useState<Draft>(EMPTY);
	const [isAsked, setAsked] = useState(false);
	const form = useRef<HTMLFormElement>(null);
	const { create, save } = useCreate();
	const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
	const submit = async () => {
		setAsked(true);
		const isRight = urlComplaint(draft.url) === undefined;
		if (isRight && (await save(draft))) return;
		requestAnimationFrame(() =>
			form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(),
		);
	};
	return (
		<>
			<PageHead
				title={t("new.title")}
				intro={t("new.intro")}
				crumbs={[
					{ label: t("endpoints.title"), to: pathTo("endpoints", {}) },
					{ label: t("new.title") },
				]}
			/>
			<form
				class="form"
				ref={form}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					if (!create.isBusy) void submit();
				}}
			>
				<UrlField
					value={draft.url}
					onChange={(url) => set({ url })}
					isAsked={isAsked}
					refusal={complaintAbout(create.error, "url")}
				/>
				<TextField
					label={t("endpoint.description")}
					hint={t("endpoint.description.hint")}
					isOptional
					value={draft.description}
					onChange={(description) => set({ description })}
					error={complaintAbout(create.error, "description")}
				/>
				<EventTypePicker
					entries={draft.eventTypes}
					onChange={(eventTypes) => set({ eventTypes })}
					error={complaintAbout(create.error, "eventTypes")}
				/>
				<MoreOptions draft={draft} set={set} error={create.error} />
				<ErrorNote error={restOf(create.error, SHOWN)} />
				<div class="row">
					<Button type="submit" look="primary" isBusy={create.isBusy}>
						{t("new.create")}
					</Button>
					<LinkButton to={pathTo("endpoints", {})} look="quiet">
						{t("dialog.cancel")}
					</LinkButton>
				</div>
			</form>
		</>
	);
}

/** `save` says whether there is an endpoint now; then its page is open. */
function useCreate() {
	const create = useAction((body: object) =>
		request<EndpointOut>("POST", inApp("/endpoint/"), { body }),
	);
	const save = async (draft: Draft): Promise<boolean> => {
		const endpoint = await create.run(toBody(draft));
		if (endpoint === undefined) return false;
		invalidate(inApp("/endpoint"));
		seed(inApp(`/endpoint/${endpoint.id}/`), {}, endpoint);
		markAsNew(endpoint.id);
		toast(t("new.created"));
		go(pathTo("endpoint", { endpointId: endpoint.id }), { isReplaced: true });
		return true;
	};
	return { create, save };
}

type Part = {
	draft: Draft;
	set: (change: Partial<Draft>) => void;
	error: Parameters<typeof complaintAbout>[0];
};

const MoreOptions = ({ draft, set, error }: Part) => (
	<details
		class="more-options"
		open={FOLDED.some((field) => complaintAbout(error, field)) || undefined}
	>
		<summary>
			<Icon name="down" size={14} /> {t("new.more")}
		</summary>
		<div class="stack">
			<ChipsInput
				label={t("endpoint.channels")}
				hint={t("endpoint.channels.hint")}
				isOptional
				values={draft.channels}
				onChange={(channels) => set({ channels })}
				error={complaintAbout(error, "channels") ?? null}
			/>
			<NumberField
				label={t("throttle.label")}
				hint={t("throttle.hint")}
				isOptional
				unit={t("throttle.unit")}
				min={1}
				value={draft.throttleRate}
				onChange={(throttleRate) => set({ throttleRate })}
				error={complaintAbout(error, "throttleRate")}
			/>
			<TextField
				label={t("secret.title")}
				hint={t("secret.own.hint")}
				isOptional
				placeholder="whsec_…"
				autocomplete="off"
				spellcheck={false}
				value={draft.secret}
				onChange={(secret) => set({ secret })}
				error={complaintAbout(error, "secret")}
			/>
			<fieldset class="field">
				<legend>
					{t("headers.title")} <span class="optional">{t("field.optional")}</span>
				</legend>
				<p class="hint">{t("headers.hint")}</p>
				<HeaderRows rows={draft.headers} onChange={(headers) => set({ headers })} error={error} />
			</fieldset>
		</div>
	</details>
);
