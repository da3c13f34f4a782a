// Settings, parsed once per isolate; a wrong one is named in a sentence that says what to write.
import * as z from "zod";
import { normaliseHost, parseHostname } from "../core/hostname.ts";

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
	"OWN_HOSTS",
	"PORTAL_URL",
	"SAAS_ZONE_ID",
	"CLOUDFLARE_API_URL",
] as const;
/** The same, for what nobody else may read. */
export const SECRET_NAMES = ["MASTER_KEY", "CLOUDFLARE_API_TOKEN"] as const;

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

const hostList = z
	.string()
	.default("")
	.transform((text) => (text.trim() === "" ? [] : text.split(",").map((part) => part.trim())))
	.refine((hosts) => hosts.every((host) => "hostname" in parseHostname(host, [])), {
		error:
			'must be host names joined by commas, for example "hooks.example.com,domains.example.com"',
	})
	.transform((hosts) => hosts.map(normaliseHost));

const origin = z
	.string()
	.default("")
	.transform((text) => text.trim().replace(/\/$/, ""))
	.refine((text) => text === "" || (/^https?:/.test(text) && URL.parse(text)?.origin === text), {
		error: 'must be a URL without a path, for example "https://portal.example.com"',
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
	OWN_HOSTS: hostList,
	PORTAL_URL: origin,
	CLOUDFLARE_API_TOKEN: z.string().default(""),
	SAAS_ZONE_ID: z
		.string()
		.regex(/^([0-9a-f]{32})?$/, "must be the zone's id, 32 hexadecimal digits")
		.default(""),
	CLOUDFLARE_API_URL: z
		.string()
		.regex(/^https?:\/\/[^\s?#]*[^\s?#/]$/, "must be a URL without a slash at its end")
		.default("https://api.cloudflare.com/client/v4"),
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
	/** The installation's own host names; none: every host is. The first is where domains of others point to. */
	ownHosts: string[];
	/** Where links into the portal lead, as a URL without a path; null: to where they were asked for. */
	portalOrigin: string | null;
	/** Where domains of others are made known to the platform; null: the operator does it by hand. */
	customHostnames: { token: string; zoneId: string; apiUrl: string } | null;
};

/** Parses the settings. Throws an error whose sentences name each wrong setting and what to write. */
export function parseConfig(
	env: Partial<Record<(typeof SETTING_NAMES)[number] | (typeof SECRET_NAMES)[number], unknown>>,
): Config {
	const parsed = configSchema.safeParse(env);
	if (!parsed.success) {
		const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
		throw new Error(`Configuration: ${lines.join("; ")}.`);
	}
	const values = parsed.data;
	const zoneId = values.SAAS_ZONE_ID;
	const missing = zoneId === "" ? [] : (["CLOUDFLARE_API_TOKEN", "OWN_HOSTS"] as const);
	const [first] = missing.filter((name) => values[name].length === 0);
	if (first !== undefined)
		throw new Error(`Configuration: SAAS_ZONE_ID needs ${first}: set it, too.`);
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
		ownHosts: withHostOf(values.PORTAL_URL, values.OWN_HOSTS),
		portalOrigin: values.PORTAL_URL || null,
		customHostnames:
			zoneId === ""
				? null
				: { token: values.CLOUDFLARE_API_TOKEN, zoneId, apiUrl: values.CLOUDFLARE_API_URL },
	};
}

/** The portal's host is the installation's, too. Without a list every host is, and stays so. */
function withHostOf(portalUrl: string, ownHosts: string[]): string[] {
	if (portalUrl === "" || ownHosts.length === 0) return ownHosts;
	return [...new Set([...ownHosts, normaliseHost(new URL(portalUrl).hostname)])];
}
