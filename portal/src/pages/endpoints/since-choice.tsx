// From when on messages are sent again: usual spans, each with its time, or one of one's own.
import { useState } from "preact/hooks";
import { formatMoment } from "../../lib/format.ts";
import { localeNow, t } from "../../texts/index.ts";
import { RadioCards } from "../../ui/choice.tsx";
import { TextField } from "../../ui/field.tsx";

const HOUR_MS = 3_600_000;
const SPANS = { hours: 8, yesterday: 24, days: 72, week: 168, weeks: 336 } as const;
type Span = keyof typeof SPANS | "custom";

/** What `datetime-local` takes: the reader's own time without a zone. */
function toLocal(epochMs: number): string {
	const zoneMs = new Date(epochMs).getTimezoneOffset() * 60_000;
	return new Date(epochMs - zoneMs).toISOString().slice(0, 16);
}

/** The chosen time as ISO text; null while what is typed is none. */
export function useSince(given: string | null) {
	const [now] = useState(Date.now);
	const [span, setSpan] = useState<Span>(given === null ? "hours" : "custom");
	const [typed, setTyped] = useState(() =>
		toLocal(given === null ? now - 8 * HOUR_MS : Date.parse(given)),
	);
	const typedMs = Date.parse(typed);
	const at = (hours: number) => now - hours * HOUR_MS;
	const ms = span === "custom" ? typedMs : at(SPANS[span]);
	const since = Number.isNaN(ms) ? null : new Date(ms).toISOString();
	const isFuture = ms > now;
	const field = (
		<>
			<RadioCards
				legend={t("since.legend")}
				value={span}
				onChange={setSpan}
				cards={[
					...(Object.keys(SPANS) as (keyof typeof SPANS)[]) // safe because the object is a literal
						.map((value) => ({
							value,
							label: t(`since.${value}`),
							hint: formatMoment(at(SPANS[value]), localeNow()),
						})),
					{ value: "custom" as const, label: t("since.custom") },
				]}
			/>
			{span === "custom" && (
				<TextField
					label={t("since.time")}
					type="datetime-local"
					value={typed}
					max={toLocal(now)}
					onChange={setTyped}
					error={isFuture ? t("since.future") : since === null ? t("since.wrong") : undefined}
				/>
			)}
		</>
	);
	return { since: isFuture ? null : since, field };
}
