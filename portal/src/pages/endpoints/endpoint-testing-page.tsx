// Trying an endpoint: an event type, its fields beside an example to change, and the answer at once.
import { useState } from "preact/hooks";
import { inApp, request } from "../../lib/api.ts";
import { useMay } from "../../lib/capabilities.ts";
import { findJsonProblem } from "../../lib/json-error.ts";
import { invalidate, useAction, useQuery } from "../../lib/query.ts";
import { go } from "../../lib/router.ts";
import { type Params, pathTo } from "../../lib/routes.ts";
import { useStore } from "../../lib/store.ts";
import { useEventTypes } from "../../lib/use-event-types.ts";
import type { EndpointOut, EventTypeOut, MessageOut, TestAttemptOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import { JsonEditor } from "../../ui/json-editor.tsx";
import { Card } from "../../ui/layout.tsx";
import { SchemaTree } from "../../ui/schema-tree.tsx";
import { EmptyState, ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { EndpointFrame } from "./endpoint-frame.tsx";
import { memory, remember } from "./endpoint-memory.ts";
import { TestResults } from "./test-results.tsx";

const LISTED_MAX = 50;
const RESULTS_MAX = 5;

export function EndpointTestingPage({
	params: { endpointId },
}: {
	params: Params<"endpointTesting">;
}) {
	const mayTest = useMay("CreateAttempts");
	return (
		<EndpointFrame endpointId={endpointId} tab="testing">
			{(endpoint) =>
				mayTest ? (
					<Testing endpoint={endpoint} />
				) : (
					<EmptyState icon="info" title={t("test.forbidden")} />
				)
			}
		</EndpointFrame>
	);
}

function Testing({ endpoint }: { endpoint: EndpointOut }) {
	const { types, isLoading, error, reload } = useEventTypes();
	const [chosen, setChosen] = useState<string | null>(null);
	const wanted = types.find(({ name }) => endpoint.eventTypes?.includes(name)) ?? types[0];
	const name = chosen ?? wanted?.name ?? "";
	const isKnown = types.some((type) => type.name === name);
	if (isLoading) return <Skeleton rows={8} />;
	if (error) return <ErrorState error={error} onRetry={reload} />;
	return (
		<div class="stack">
			<p class="intro">{t("test.intro")}</p>
			<div class="form">
				<TypeChoice names={types.map((type) => type.name)} value={name} onChange={setChosen} />
			</div>
			<Bench key={isKnown ? name : ""} endpoint={endpoint} eventType={name} isKnown={isKnown} />
			<TestResults endpointId={endpoint.id} />
		</div>
	);
}

type Choice = { names: readonly string[]; value: string; onChange: (name: string) => void };

/** A long list is searched by typing. */
const TypeChoice = ({ names, value, onChange }: Choice) =>
	names.length > 0 && names.length <= LISTED_MAX ? (
		<Select
			label={t("test.type")}
			value={value}
			onChange={onChange}
			options={names.map((name) => ({ value: name, label: name }))}
		/>
	) : (
		<>
			<TextField
				label={t("test.type")}
				hint={t("test.type.hint")}
				value={value}
				onChange={onChange}
				list="event-type-names"
				placeholder="invoice.paid"
				autocomplete="off"
				spellcheck={false}
			/>
			<datalist id="event-type-names">
				{names.map((name) => (
					<option key={name} value={name} />
				))}
			</datalist>
		</>
	);

type BenchProps = { endpoint: EndpointOut; eventType: string; isKnown: boolean };

function Bench({ endpoint: { id, disabled }, eventType, isKnown }: BenchProps) {
	const path = isKnown ? `/event-type/${eventType}/` : null;
	const { data: type, error, isLoading } = useQuery<EventTypeOut>(path);
	const { drafts = {}, results = [] } = useStore(memory)[id] ?? {};
	const example = type?.example ?? null;
	const text = drafts[eventType] ?? (example === null ? "{}" : JSON.stringify(example, null, 2));
	const setText = (draft: string) => remember(id, { drafts: { ...drafts, [eventType]: draft } });
	const test = useAction(async () => {
		const body = { eventType, payload: parseExact(text) };
		const where = inApp(`/endpoint/${id}/test-attempt/`);
		const answer = await request<TestAttemptOut>("POST", where, { body });
		const result = { ...answer, eventType, at: new Date().toISOString() };
		remember(id, { results: [result, ...results].slice(0, RESULTS_MAX) });
	});
	const send = useAction(async () => {
		const where = inApp(`/endpoint/${id}/send-example/`);
		const message = await request<MessageOut>("POST", where, { body: { eventType } });
		invalidate(inApp("/msg/"), inApp(`/attempt/endpoint/${id}/`));
		const messageId = message.id;
		toast(t("test.sent"));
		go(pathTo("message", { messageId }));
	});
	if (isLoading) return <Skeleton rows={6} />;
	const isReady = findJsonProblem(text) === null && eventType !== "";
	return (
		<>
			<ErrorNote error={error} />
			<div class="split">
				<Card title={t("eventTypes.schema")}>
					{isKnown ? (
						<>
							{type?.description && <p class="card-intro">{type.description}</p>}
							<SchemaTree schema={Object.values(type?.schemas ?? {}).at(-1)} />
						</>
					) : (
						<p class="quiet-text">{t("test.unknownType")}</p>
					)}
				</Card>
				<Card title={t("test.payload")}>
					<JsonEditor label={t("test.payload.label")} value={text} onChange={setText} />
					<div class="row send-row">
						<Button
							look="primary"
							icon="send"
							isBusy={test.isBusy}
							disabled={!isReady}
							onClick={() => test.run()}
						>
							{t("test.send")}
						</Button>
						{example !== null && !disabled && (
							<Button isBusy={send.isBusy} onClick={() => send.run()}>
								{t("test.sendReal")}
							</Button>
						)}
					</div>
					<p class="hint">{t(example !== null && !disabled ? "test.note" : "test.noteTest")}</p>
					<ErrorNote error={test.error ?? send.error} />
				</Card>
			</div>
		</>
	);
}

/** Numbers keep the digits that were written, where the browser can. */
function parseExact(text: string): unknown {
	const { rawJSON } = JSON as { rawJSON?: (source: string) => unknown }; // safe because it is asked whether it is there
	return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
		typeof value === "number" && rawJSON !== undefined && context?.source !== undefined
			? rawJSON(context.source)
			: value,
	);
}
