// Settings, parsed once per isolate; a wrong one is named in a sentence that says what to write.
import { z } from "zod";

/** Names of the settings that may come from outside, for the local server. */
export const SETTING_NAMES = [
	"RETRY_SCHEDULE_SECONDS",
	"DELIVERY_TIMEOUT_MS",
	"ENDPOINT_DISABLE_AFTER_SECONDS",
	"PAYLOAD_MAX_BYTES",
	"RETENTION_DAYS",
	"ALLOW_PRIVATE_TARGETS",
	"HEADER_PREFIX",
	"ENFORCE_HTTPS",
] as const;

const wholeNumber = (min: number, max: number, fallback: number) =>
	z
		.string()
		.regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
		.default(String(fallback))
		.transform(Number)
		.refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`);

const flag = z
	.enum(["true", "false"], { error: 'must be "true" or "false"' })
	.default("false")
	.transform((text) => text === "true");

const schedule = z
	.string()
	.regex(
		/^(\d+(,\d+)*)?$/,
		'must be seconds joined by commas, for example "5,300,1800"; empty for no retries',
	)
	.default("5,300,1800,7200,18000,36000,36000")
	.transform((text) => (text === "" ? [] : text.split(",").map(Number)))
	.refine((list) => list.length <= 50 && list.every((s) => s <= 31_536_000), {
		error: "must have at most 50 delays of at most a year each",
	});

const configSchema = z.object({
	MASTER_KEY: z
		.string({ error: "is missing: set 32 random bytes in base64 (`openssl rand -base64 32`)" })
		.regex(/^[A-Za-z0-9+/]{43}=$/, "must be 32 bytes in base64 (`openssl rand -base64 32`)"),
	RETRY_SCHEDULE_SECONDS: schedule,
	// The platform ends background work 30 s after the answer; an attempt and its report must fit.
	DELIVERY_TIMEOUT_MS: wholeNumber(100, 25_000, 15_000),
	ENDPOINT_DISABLE_AFTER_SECONDS: wholeNumber(1, 31_536_000, 432_000),
	PAYLOAD_MAX_BYTES: wholeNumber(1, 1_900_000, 1_048_576),
	RETENTION_DAYS: wholeNumber(1, 3650, 90),
	ALLOW_PRIVATE_TARGETS: flag,
	HEADER_PREFIX: z
		.enum(["webhook", "svix", "both"], { error: 'must be "webhook", "svix" or "both"' })
		.default("webhook"),
	ENFORCE_HTTPS: flag,
});

/** Settings in our words; units are in the names. */
export type Config = {
	masterKey: string;
	retryScheduleSeconds: number[];
	deliveryTimeoutMs: number;
	endpointDisableAfterSeconds: number;
	payloadBytesMax: number;
	retentionDays: number;
	allowPrivateTargets: boolean;
	headerPrefix: "webhook" | "svix" | "both";
	enforceHttps: boolean;
};

/** Parses the settings. Throws an error whose sentences name each wrong setting and what to write. */
export function parseConfig(
	env: Partial<Record<(typeof SETTING_NAMES)[number] | "MASTER_KEY", unknown>>,
): Config {
	const parsed = configSchema.safeParse(env);
	if (!parsed.success) {
		const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
		throw new Error(`Configuration: ${lines.join("; ")}.`);
	}
	const values = parsed.data;
	return {
		masterKey: values.MASTER_KEY,
		retryScheduleSeconds: values.RETRY_SCHEDULE_SECONDS,
		deliveryTimeoutMs: values.DELIVERY_TIMEOUT_MS,
		endpointDisableAfterSeconds: values.ENDPOINT_DISABLE_AFTER_SECONDS,
		payloadBytesMax: values.PAYLOAD_MAX_BYTES,
		retentionDays: values.RETENTION_DAYS,
		allowPrivateTargets: values.ALLOW_PRIVATE_TARGETS,
		headerPrefix: values.HEADER_PREFIX,
		enforceHttps: values.ENFORCE_HTTPS,
	};
}
