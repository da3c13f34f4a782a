// What an import changes in an event type, field by field, and within its schema word by word.
import { toPointer } from "./pointer.ts";
import { isEqual, isObject, own } from "./values.ts";

/** `before` or `after` is left out where there is nothing. */
export type FieldChange = {
	field: string;
	/** Where in the schema, as a JSON Pointer. */
	path?: string;
	before?: unknown;
	after?: unknown;
};

type Fields = {
	description: string;
	archived: boolean;
	deprecated: boolean;
	featureFlags: readonly string[] | null;
	groupName: string | null;
};

const FIELDS = ["description", "archived", "deprecated", "featureFlags", "groupName"] as const;

export function fieldChanges(before: Fields, after: Fields): FieldChange[] {
	return FIELDS.filter((field) => !isEqual(before[field], after[field])).map((field) => ({
		field,
		before: before[field],
		after: after[field],
	}));
}

/** The smallest parts that differ; a list is one part. */
export function schemaChanges(before: unknown, after: unknown): FieldChange[] {
	const found: FieldChange[] = [];
	const compare = (one: unknown, other: unknown, at: readonly string[]): void => {
		if (isEqual(one, other)) return;
		if (!isObject(one) || !isObject(other)) {
			found.push({
				field: "schema",
				path: toPointer(at),
				...(one !== undefined && { before: one }),
				...(other !== undefined && { after: other }),
			});
			return;
		}
		for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
			compare(own(one, key), own(other, key), [...at, key]);
		}
	};
	compare(before, after, []);
	return found;
}
