// What an endpoint answered to tests: status, time, headers and body, newest first.
import { useState } from "preact/hooks";
import { formatDuration } from "../../lib/format.ts";
import { outcomeWords } from "../../lib/standing-words.ts";
import { useStore } from "../../lib/store.ts";
import { localeNow, t } from "../../texts/index.ts";
import { Badge, StatusBadge } from "../../ui/badge.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { Card, KeyValueList } from "../../ui/layout.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Time } from "../../ui/time.tsx";
import { memory, type TestResult } from "./endpoint-memory.ts";
import { sentence } from "./sentence.ts";

export function TestResults({ endpointId }: { endpointId: string }) {
	const { results = [] } = useStore(memory)[endpointId] ?? {};
	return (
		<div class="stack" aria-live="polite">
			{results.map((result) => (
				<Result key={result.at} result={result} />
			))}
		</div>
	);
}

type Part = "body" | "headers" | "request";

function Result({ result }: { result: TestResult }) {
	const [part, setPart] = useState<Part>("body");
	const { status, responseStatusCode: code, responseDurationMs, outcomeText } = result;
	const words = code > 0 ? outcomeWords({ ...result, failure: null }) : outcomeText;
	return (
		<Card
			title={t("test.answer")}
			actions={
				<span class="row answer-head">
					<span class="quiet-text">
						{result.eventType} · <Time at={result.at} />
					</span>
				</span>
			}
		>
			<p class="row answer">
				<StatusBadge status={status === 0 ? "success" : "fail"} />
				{code > 0 && <Badge>{t("test.status", { status: String(code) })}</Badge>}
				<Badge icon="clock">{formatDuration(responseDurationMs, localeNow())}</Badge>
				<span>{sentence(words)}</span>
			</p>
			<Tabs
				label={t("test.answer")}
				current={part}
				onChange={setPart}
				tabs={[
					{ name: "body", label: t("test.body") },
					{ name: "headers", label: t("test.headers") },
					{ name: "request", label: t("test.request") },
				]}
			>
				{part === "body" && <Body text={result.response} />}
				{part === "headers" && <Headers headers={result.responseHeaders} />}
				{part === "request" && <Headers headers={result.requestHeaders} />}
			</Tabs>
		</Card>
	);
}

function Body({ text }: { text: string }) {
	if (text === "") return <p class="quiet-text">{t("attempt.emptyBody")}</p>;
	const isJson = /^\s*[[{]/.test(text);
	return isJson ? (
		<JsonView label={t("test.body")} text={text} />
	) : (
		<CodeBlock label={t("test.body")} text={text} isWrapped />
	);
}

const Headers = ({ headers }: { headers: Record<string, string> }) =>
	Object.keys(headers).length === 0 ? (
		<p class="quiet-text">{t("attempt.noHeaders")}</p>
	) : (
		<KeyValueList
			entries={Object.entries(headers).map(
				([name, value]) => [name, <code key={name}>{value}</code>] as const,
			)}
		/>
	);
