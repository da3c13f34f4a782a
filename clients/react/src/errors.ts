// Why a request failed, as the API says it.

/** `status` 0: no answer came. */
export class EdgehookError extends Error {
	override readonly name = "EdgehookError";
	readonly status: number;
	readonly code: string;
	/** What is wrong with a field of what was sent, by its name. */
	readonly fields: Record<string, string>;

	constructor(status: number, code: string, message: string, fields: Record<string, string> = {}) {
		super(message);
		this.status = status;
		this.code = code;
		this.fields = fields;
	}

	/** Asking again changes nothing: the session ended, or there is no such thing. */
	get isFinal(): boolean {
		return this.status >= 400 && this.status < 500 && this.status !== 429;
	}
}

type Complaint = { loc?: unknown[]; msg?: unknown };

/** The error of an answer that is no success. */
export function toError(status: number, body: unknown): EdgehookError {
	// safe because each member is looked at before it is used, or only turned into text
	const { code, detail } = (body ?? {}) as { code?: string; detail?: unknown };
	const fields: Record<string, string> = {};
	let message = String(detail ?? `HTTP ${status}`);
	if (Array.isArray(detail)) {
		// safe because both members are only turned into text
		for (const { loc = [], msg } of detail as Complaint[]) {
			fields[loc.slice(1).join(".")] ??= String(msg);
		}
		message = Object.entries(fields)
			.map((words) => words.join(": "))
			.join("\n");
	}
	return new EdgehookError(status, code ?? "validation", message, fields);
}

export const asError = (reason: unknown): Error =>
	reason instanceof Error ? reason : new Error(String(reason));
