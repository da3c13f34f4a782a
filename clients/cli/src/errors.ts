// What can go wrong, and the exit code of each.

/** What a command ends with; the README and `--help` list them. */
export const EXIT = { ok: 0, error: 1, changes: 2, usage: 64, interrupted: 130 } as const;

/** Expected trouble: its message is for the person at the keyboard. */
export class CliError extends Error {
	readonly exitCode: number;
	/** What `--json` tells beside the message. */
	readonly details: Record<string, unknown>;

	constructor(
		message: string,
		details: Record<string, unknown> = {},
		exitCode: number = EXIT.error,
	) {
		super(message);
		this.details = { code: "error", ...details };
		this.exitCode = exitCode;
	}
}

/** The command line itself is wrong. */
export class UsageError extends CliError {
	constructor(message: string) {
		super(message, { code: "usage" }, EXIT.usage);
	}
}

export type FieldIssue = { field: string; message: string };

/** The server refused. */
export class ApiError extends CliError {
	readonly status: number;
	/** What is wrong with what was sent. */
	readonly fields: readonly FieldIssue[];

	constructor(status: number, message: string, code: string, fields: readonly FieldIssue[] = []) {
		super(message, { code, status, ...(fields.length > 0 && { fields }) });
		this.status = status;
		this.fields = fields;
	}
}

export const messageOf = (error: unknown): string =>
	error instanceof Error ? error.message : String(error);

export const codeOf = (error: unknown): string =>
	error instanceof Error && "code" in error ? String(error.code) : "";
