// Headers that deliveries to an endpoint carry; values of sensitive ones are known to the server alone.
import { useState } from "preact/hooks";
import { inApp, request } from "../../lib/api.ts";
import { useMay } from "../../lib/capabilities.ts";
import { invalidate, useAction, useQuery } from "../../lib/query.ts";
import type { EndpointHeadersOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { Card, KeyValueList } from "../../ui/layout.tsx";
import { ErrorNote, ErrorState, Skeleton } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { restOf } from "./complaints.ts";
import { type HeaderRow, HeaderRows, headersOf, newHeaderRow } from "./header-rows.tsx";

export function HeadersCard({ endpointId }: { endpointId: string }) {
	const mayManage = useMay("ManageEndpoint");
	const path = inApp(`/endpoint/${endpointId}/headers/`);
	const { data, error, reload } = useQuery<EndpointHeadersOut>(path);
	return (
		<Card title={t("headers.title")}>
			{error && <ErrorState error={error} onRetry={reload} />}
			{!data && !error && <Skeleton rows={2} />}
			{data &&
				(mayManage ? (
					<Editor key={JSON.stringify(data)} path={path} given={data} />
				) : (
					<Shown given={data} />
				))}
		</Card>
	);
}

function Shown({ given: { headers, sensitive } }: { given: EndpointHeadersOut }) {
	const entries = [
		...Object.entries(headers).map(
			([name, value]) => [name, <code key={name}>{value}</code>] as const,
		),
		...sensitive.map((name) => [name, t("headers.hidden")] as const),
	];
	if (entries.length === 0) return <p class="quiet-text">{t("headers.none")}</p>;
	return <KeyValueList entries={entries} />;
}

function Editor({ path, given }: { path: string; given: EndpointHeadersOut }) {
	const [rows, setRows] = useState<HeaderRow[]>(() => [
		...Object.entries(given.headers).map(([name, value]) => newHeaderRow(name, value)),
		...given.sensitive.map((name) => newHeaderRow(name, "", true)),
	]);
	const save = useAction(async () => {
		await request<null>("PATCH", path, { body: changesOf(given, rows) });
		invalidate(path);
		toast(t("endpoint.saved"));
	});
	const { headers, deleteHeaders } = changesOf(given, rows);
	const isChanged = Object.keys(headers).length + deleteHeaders.length > 0;
	return (
		<form
			class="stack"
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (isChanged && !save.isBusy) void save.run();
			}}
		>
			<p class="hint">{t("headers.hint")}</p>
			<HeaderRows rows={rows} onChange={setRows} error={save.error} />
			<ErrorNote error={restOf(save.error, ["headers"])} />
			<div>
				<Button type="submit" look="primary" isBusy={save.isBusy} disabled={!isChanged}>
					{t("endpoint.save")}
				</Button>
			</div>
		</form>
	);
}

/** Sensitive headers whose value was not typed anew stay as they are. */
function changesOf(given: EndpointHeadersOut, rows: readonly HeaderRow[]) {
	const typed = headersOf(rows.filter((row) => !row.isKept || row.value !== ""));
	const changed = Object.entries(typed).filter(([name, value]) => given.headers[name] !== value);
	const names = rows.map(({ name }) => name.trim());
	const known = [...Object.keys(given.headers), ...given.sensitive];
	return {
		headers: Object.fromEntries(changed),
		deleteHeaders: known.filter((name) => !names.includes(name)),
	};
}
