// One line of JSON per event worth an operator's time. Never a secret, a token or a payload.

export type LogFields = Record<string, string | number | boolean | null>;

export function logError(event: string, error: unknown, fields: LogFields = {}): void {
	const message = withoutParameters(error instanceof Error ? error.message : String(error));
	const stack = error instanceof Error ? withoutParameters(error.stack ?? "") : null;
	console.error(JSON.stringify({ level: "error", event, message, stack, ...fields }));
}

export function logWarning(event: string, fields: LogFields = {}): void {
	console.warn(JSON.stringify({ level: "warning", event, ...fields }));
}

/** The database library adds a query's parameters to its errors: whatever a person sent is in them. */
function withoutParameters(text: string): string {
	return text.replaceAll(/^params:[\s\S]*?(?=\n\s+at |$(?![\s\S]))/gm, "params: (left out)");
}
