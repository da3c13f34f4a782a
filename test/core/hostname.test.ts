// Host names: one spelling for all that mean the same, and nothing that is no name, or somebody else's.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isOwnHost, parseHostname } from "../../src/core/hostname.ts";

const OWN = ["hooks.example.com", "domains.example.com"];

test.each([
	["webhooks.acme.example", "webhooks.acme.example"],
	["WebHooks.Acme.Example", "webhooks.acme.example"],
	["webhooks.acme.example.", "webhooks.acme.example"],
	["webhooks.müller.example", "webhooks.xn--mller-kva.example"],
	["XN--MLLER-KVA.example", "xn--mller-kva.example"],
	["a-b.1.example", "a-b.1.example"],
	["docs.hooks.example.com", "docs.hooks.example.com"],
	[`${"a".repeat(63)}.example`, `${"a".repeat(63)}.example`],
])("%s is %s", (text, hostname) => {
	expect(parseHostname(text, OWN)).toEqual({ hostname });
});

test.each([
	"",
	"acme",
	"127.0.0.1",
	"0x7f.1",
	"2130706433",
	"127.1",
	"[::1]",
	"::1",
	"acme.example:8080",
	"https://acme.example",
	"acme.example/path",
	"user@acme.example",
	"*.acme.example",
	"acme..example",
	".acme.example",
	"acme.example..",
	"-acme.example",
	"acme-.example",
	"a_b.example",
	"a b.example",
	"acme.example\n",
	"acme.example,other.example",
	"acme%2eexample.com",
	"acme.123",
	`${"a".repeat(64)}.example`,
	`${"a.".repeat(127)}example`,
	"hooks.example.com",
	"HOOKS.example.com.",
	"localhost",
	"a.localhost",
	"edgehook.somebody.workers.dev",
	"edgehook.pages.dev",
])("%j is refused", (text) => {
	expect(parseHostname(text, OWN)).toEqual({ problem: expect.stringMatching(/^must be /) });
});

test("what is a hostname stays the same when it is read again", () => {
	fc.assert(
		fc.property(fc.oneof(fc.domain(), fc.string(), fc.webAuthority()), (text) => {
			const parsed = parseHostname(text, OWN);
			if (!("hostname" in parsed)) return;
			expect(parsed.hostname.length).toBeLessThanOrEqual(253);
			expect(parseHostname(parsed.hostname, OWN)).toEqual(parsed);
			expect(isOwnHost(parsed.hostname, OWN)).toBe(false);
		}),
	);
});

test("every host is the installation's while it names none of its own", () => {
	for (const host of ["a.example", "127.0.0.1", "localhost"])
		expect(isOwnHost(host, [])).toBe(true);
});

test.each([
	["hooks.example.com", true],
	["HOOKS.EXAMPLE.COM.", true],
	["localhost", true],
	["a.localhost", true],
	["127.0.0.1", true],
	["[::1]", true],
	["edgehook", true],
	["edgehook.me.workers.dev", true],
	["abc.edgehook.pages.dev", true],
	["webhooks.acme.example", false],
	["workers.dev.acme.example", false],
	["xhooks.example.com", false],
	["a.hooks.example.com", false],
])("%s is the installation's own: %s", (host, isOwn) => {
	expect(isOwnHost(host, OWN)).toBe(isOwn);
});
