// From the answer's JSON to the records that the hooks give: their times become dates.
import { FREE, TIMES } from "./models.ts";

/** An answer: one record, or a page of them. */
export const toRecords = (answer: unknown): unknown =>
	isList(answer) ? { ...answer, data: withDates(answer.data) } : withDates(answer);

/** What a sender or an endpoint wrote stays as it is, whatever its members are called. */
function withDates(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withDates);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, member]) => [
			name,
			FREE.test(name) ? member : member && TIMES.test(name) ? new Date(member) : withDates(member),
		]),
	);
}

const isList = (answer: unknown): answer is { data: unknown[] } =>
	Array.isArray((answer as { data?: unknown } | undefined)?.data); // safe because the member is looked at
