// Settings: their defaults, and for each wrong one a sentence that names it and says what to write.
import { expect, test } from "vitest";
import { parseConfig } from "../../src/platform/config.ts";

const MASTER_KEY = btoa("k".repeat(32));
const ZONE = "0123456789abcdef0123456789abcdef";

function messageOf(env: Record<string, unknown>): string {
	try {
		parseConfig({ MASTER_KEY, ...env });
		return "";
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

test("only the master key must be given", () => {
	expect(parseConfig({ MASTER_KEY })).toEqual({
		masterKey: MASTER_KEY,
		retryScheduleSeconds: [5, 300, 1800, 7200, 18000, 36000, 36000],
		deliveryTimeoutMs: 15_000,
		endpointDisableAfterSeconds: 432_000,
		payloadBytesMax: 1_048_576,
		retentionDays: 90,
		allowPrivateTargets: false,
		headerPrefix: "webhook",
		enforceHttps: false,
		ownHosts: [],
		portalOrigin: null,
		customHostnames: null,
	});
});

test("every setting can be given", () => {
	expect(
		parseConfig({
			MASTER_KEY,
			RETRY_SCHEDULE_SECONDS: "1,2",
			DELIVERY_TIMEOUT_MS: "100",
			ENDPOINT_DISABLE_AFTER_SECONDS: "1",
			PAYLOAD_MAX_BYTES: "1",
			RETENTION_DAYS: "1",
			ALLOW_PRIVATE_TARGETS: "true",
			HEADER_PREFIX: "both",
			ENFORCE_HTTPS: "true",
			OWN_HOSTS: "hooks.example.com, Domains.Example.com",
			PORTAL_URL: "https://portal.example.com/",
			SAAS_ZONE_ID: ZONE,
			CLOUDFLARE_API_TOKEN: "token",
			CLOUDFLARE_API_URL: "http://127.0.0.1:1/v4",
		}),
	).toEqual({
		masterKey: MASTER_KEY,
		retryScheduleSeconds: [1, 2],
		deliveryTimeoutMs: 100,
		endpointDisableAfterSeconds: 1,
		payloadBytesMax: 1,
		retentionDays: 1,
		allowPrivateTargets: true,
		headerPrefix: "both",
		enforceHttps: true,
		ownHosts: ["hooks.example.com", "domains.example.com", "portal.example.com"],
		portalOrigin: "https://portal.example.com",
		customHostnames: { token: "token", zoneId: ZONE, apiUrl: "http://127.0.0.1:1/v4" },
	});
});

test("an empty schedule means no retries", () => {
	expect(parseConfig({ MASTER_KEY, RETRY_SCHEDULE_SECONDS: "" }).retryScheduleSeconds).toEqual([]);
});

test.each([
	["MASTER_KEY", undefined, "is missing: set 32 random bytes in base64"],
	["MASTER_KEY", "", "must be 32 bytes in base64"],
	["MASTER_KEY", "k".repeat(32), "must be 32 bytes in base64"],
	["MASTER_KEY", btoa("k".repeat(31)), "must be 32 bytes in base64"],
	["MASTER_KEY", btoa("k".repeat(33)), "must be 32 bytes in base64"],
	["RETRY_SCHEDULE_SECONDS", "5, 300", "must be seconds joined by commas"],
	["RETRY_SCHEDULE_SECONDS", "5,", "must be seconds joined by commas"],
	["RETRY_SCHEDULE_SECONDS", "-5", "must be seconds joined by commas"],
	["RETRY_SCHEDULE_SECONDS", "1.5", "must be seconds joined by commas"],
	["RETRY_SCHEDULE_SECONDS", "31536001", "must have at most 50 delays of at most a year"],
	["RETRY_SCHEDULE_SECONDS", Array(51).fill(1).join(), "must have at most 50 delays"],
	["DELIVERY_TIMEOUT_MS", "99", "must be a whole number from 100 to 25000"],
	["DELIVERY_TIMEOUT_MS", "25001", "must be a whole number from 100 to 25000"],
	["DELIVERY_TIMEOUT_MS", "15s", "must be a whole number from 100 to 25000"],
	["DELIVERY_TIMEOUT_MS", "", "must be a whole number from 100 to 25000"],
	["ENDPOINT_DISABLE_AFTER_SECONDS", "0", "must be a whole number from 1 to 31536000"],
	["PAYLOAD_MAX_BYTES", "1900001", "must be a whole number from 1 to 1900000"],
	["PAYLOAD_MAX_BYTES", "1e6", "must be a whole number from 1 to 1900000"],
	["RETENTION_DAYS", "0", "must be a whole number from 1 to 3650"],
	["OWN_HOSTS", "https://hooks.example.com", "must be host names joined by commas"],
	["OWN_HOSTS", "hooks.example.com,", "must be host names joined by commas"],
	["OWN_HOSTS", "hooks.example.com:8787", "must be host names joined by commas"],
	["PORTAL_URL", "portal.example.com", "must be a URL without a path"],
	["PORTAL_URL", "https://portal.example.com/app", "must be a URL without a path"],
	["PORTAL_URL", "https://user:word@portal.example.com", "must be a URL without a path"],
	["PORTAL_URL", "ftp://portal.example.com", "must be a URL without a path"],
	["SAAS_ZONE_ID", "example.com", "must be the zone's id, 32 hexadecimal digits"],
	["SAAS_ZONE_ID", ZONE, "needs CLOUDFLARE_API_TOKEN: set it, too"],
	["CLOUDFLARE_API_URL", "api.example.com", "must be a URL without a slash at its end"],
	["CLOUDFLARE_API_URL", "https://api.example.com/", "must be a URL without a slash at its end"],
	["ALLOW_PRIVATE_TARGETS", "yes", 'must be "true" or "false"'],
	["ALLOW_PRIVATE_TARGETS", "", 'must be "true" or "false"'],
	["HEADER_PREFIX", "Webhook", 'must be "webhook", "svix" or "both"'],
	["ENFORCE_HTTPS", "1", 'must be "true" or "false"'],
])("%s=%j stops the start with a sentence", (name, value, sentence) => {
	const message = messageOf({ [name]: value });
	expect(message).toMatch(/^Configuration: .*\.$/);
	expect(message).toContain(`${name} ${sentence}`);
});

test("all wrong settings are named at once", () => {
	const message = messageOf({ RETENTION_DAYS: "x", ENFORCE_HTTPS: "x", MASTER_KEY: undefined });
	for (const name of ["MASTER_KEY", "RETENTION_DAYS", "ENFORCE_HTTPS"]) {
		expect(message).toContain(name);
	}
});

test("a wrong master key is not repeated in the sentence", () => {
	expect(messageOf({ MASTER_KEY: "my-secret-passphrase" })).not.toContain("my-secret-passphrase");
});
