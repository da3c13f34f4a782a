// Which requests are deliveries of an installation, whatever it calls its headers.
import { expect, test } from "vitest";
import { checkCustomHeaders } from "../../src/core/custom-headers.ts";
import { isDelivery, USER_AGENT } from "../../src/core/delivery-marks.ts";
import { type HeaderPrefix, signedHeaders } from "../../src/core/signature.ts";

const PREFIXES: HeaderPrefix[] = ["webhook", "svix", "both"];

test.each(PREFIXES)("what is sent with the prefix %s is a delivery", (prefix) => {
	const signed = signedHeaders(prefix, "msg_1", 1, "v1,a");
	expect(isDelivery(new Headers({ "user-agent": USER_AGENT, ...signed }))).toBe(true);
	// Of another version, too.
	expect(isDelivery(new Headers({ "user-agent": "Edgehook/12.3", ...signed }))).toBe(true);
});

test.each<Record<string, string>>([
	{},
	{ "user-agent": USER_AGENT },
	{ "webhook-id": "msg_1" },
	{ "user-agent": "curl/8", "webhook-id": "msg_1", "svix-id": "msg_1" },
	{ "user-agent": "MyEdgehook/1", "webhook-id": "msg_1" },
	{ "user-agent": USER_AGENT, "svix-req-id": "1" },
])("%o is none", (headers) => {
	expect(isDelivery(new Headers(headers))).toBe(false);
});

test("no custom header can take a mark away", () => {
	const headers = { "User-Agent": "curl", "Webhook-Id": "", "SVIX-ID": "" };
	expect(checkCustomHeaders(headers).map(({ name }) => name)).toEqual(Object.keys(headers));
});
