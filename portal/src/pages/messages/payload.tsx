// A message's payload as the exact text that its sender wrote.
import { inApp } from "../../lib/api.ts";
import { useQuery } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { Card } from "../../ui/layout.tsx";
import { ErrorState, Note, Skeleton } from "../../ui/states.tsx";

export function Payload({ messageId }: { messageId: string }) {
	const path = inApp(`/msg/${messageId}/raw/`);
	const { data, error, isLoading, reload } = useQuery<string>(path, {}, { isText: true });
	if (isLoading) return <Skeleton rows={6} />;
	// The message is there: what is missing is its payload.
	if (error?.status === 404) {
		return (
			<Card title={t("message.payload")}>
				<Note>{t("message.payload.gone")}</Note>
			</Card>
		);
	}
	if (error) return <ErrorState error={error} onRetry={reload} />;
	if (data === undefined) return null;
	return (
		<JsonView
			label={t("message.payload")}
			text={data}
			actions={
				<Button look="quiet" size="small" onClick={() => download(data, `${messageId}.txt`)}>
					{t("message.download")}
				</Button>
			}
		/>
	);
}

/** As plain text, so that nothing opens it as anything else. */
function download(text: string, name: string): void {
	const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
	const link = document.createElement("a");
	link.href = url;
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
