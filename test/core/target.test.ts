// SSRF tables: every spelling of a private address, local names, ports and loops.

import { expect, test } from "vitest";
import { checkTarget, type TargetRules, toRequestTarget } from "../../src/core/target.ts";

const STRICT: TargetRules = { allowPrivate: false, enforceHttps: false };
const OPEN: TargetRules = { allowPrivate: true, enforceHttps: false };

function reasonOf(url: string, rules: TargetRules): string {
	const target = checkTarget(url, rules);
	return target.ok ? "ok" : target.problem.reason;
}

test.each([
	["127.0.0.1"],
	["127.255.255.255"],
	["0.0.0.0"],
	["0.1.2.3"],
	["10.0.0.1"],
	["10.255.255.255"],
	["100.64.0.1"],
	["100.100.100.200"],
	["100.127.255.255"],
	["168.63.129.16"],
	["169.254.169.254"],
	["172.16.0.1"],
	["172.31.255.255"],
	["192.0.0.1"],
	["192.0.2.1"],
	["192.88.99.1"],
	["192.168.0.1"],
	["198.18.0.1"],
	["198.19.255.255"],
	["198.51.100.1"],
	["203.0.113.1"],
	["224.0.0.1"],
	["239.255.255.255"],
	["240.0.0.1"],
	["255.255.255.255"],
	["2130706433"],
	["0x7f.1"],
	["0x7f000001"],
	["017700000001"],
	["0177.0.0.01"],
	["127.1"],
	["127.0.0.1."],
	["2852039166"],
	["%31%32%37.0.0.1"],
	["127。0。0。1"],
	["⑯⑨.254.169.254"],
	["user:pass@127.0.0.1"],
	["example.com@127.0.0.1"],
	["example.com:80@10.0.0.1"],
	["[::]"],
	["[::1]"],
	["[0:0:0:0:0:0:0:1]"],
	["[::127.0.0.1]"],
	["[::7f00:1]"],
	["[::808:808]"],
	["[::ffff:127.0.0.1]"],
	["[::ffff:7f00:1]"],
	["[::FFFF:169.254.169.254]"],
	["[::ffff:0:7f00:1]"],
	["[::ffff:0:808:808]"],
	["[::5efe:7f00:1]"],
	["[2606:4700::5efe:7f00:1]"],
	["[2606:4700::200:5efe:a9fe:a9fe]"],
	["[64:ff9b::a9fe:a9fe]"],
	["[64:ff9b::10.0.0.1]"],
	["[64:ff9b:1::1]"],
	["[64:ff9b:1::808:808]"],
	["[100::1]"],
	["[2001::1]"],
	["[2001:0:4136:e378:8000:63bf:3fff:fdd2]"],
	["[2001:2::1]"],
	["[2001:20::1]"],
	["[2001:db8::1]"],
	["[2002:7f00:1::1]"],
	["[2002:a9fe:a9fe::1]"],
	["[2002:808:808::1]"],
	["[3fff::1]"],
	["[4000::1]"],
	["[5f00::1]"],
	["[fc00::1]"],
	["[fd00:ec2::254]"],
	["[fe80::1]"],
	["[febf::1]"],
	["[fec0::1]"],
	["[ff02::1]"],
])("%s is a private or reserved address", (host) => {
	expect(reasonOf(`http://${host}/hook`, STRICT)).toBe("private_address");
	expect(reasonOf(`http://${host}/hook`, OPEN)).toBe("ok");
});

test.each([
	["1.1.1.1"],
	["9.255.255.255"],
	["11.0.0.0"],
	["100.63.255.255"],
	["100.128.0.0"],
	["126.255.255.255"],
	["128.0.0.0"],
	["172.15.255.255"],
	["172.32.0.0"],
	["192.0.1.1"],
	["198.17.255.255"],
	["198.20.0.0"],
	["223.255.255.255"],
	["16843009"],
	["[2606:4700:4700::1111]"],
	["[2001:200::1]"],
	["[2001:4860:4860::8888]"],
	["[2003::1]"],
	["[3fff:1000::1]"],
	["[::ffff:1.1.1.1]"],
	["[64:ff9b::808:808]"],
	["[2606:4700::5efe:808:808]"],
])("%s is a public address", (host) => {
	expect(reasonOf(`https://${host}/hook`, STRICT)).toBe("ok");
});

test.each([
	["localhost"],
	["LOCALHOST"],
	["localhost."],
	["a.localhost"],
	["localhost.localdomain"],
	["printer.local"],
	["printer.local."],
	["metadata.google.internal"],
	["host.docker.internal"],
	["router.home.arpa"],
	["nas.lan"],
	["wiki.corp"],
	["wiki.intranet"],
	["api.default.svc"],
	["api.default.svc.cluster.local"],
	["redis"],
	["metadata"],
	["local"],
	["127.0.0.1.nip.io"],
	["10-0-0-1.sslip.io"],
	["localtest.me"],
	["app.lvh.me"],
])("%s is a local name", (host) => {
	expect(reasonOf(`https://${host}/hook`, STRICT)).toBe("local_name");
	expect(reasonOf(`https://${host}/hook`, OPEN)).toBe("ok");
});

test.each([
	["example.com"],
	["localhost.example.com"],
	["notlocal.com"],
	["xlocalhost.com"],
	["mylocal.dev"],
	["internal.example.com"],
	["1.2.3.4.example.com"],
	["0x.com"],
	["under_score.example.com"],
	["user:pass@example.com"],
])("%s is a public name", (host) => {
	expect(reasonOf(`https://${host}/hook`, STRICT)).toBe("ok");
});

test.each([
	["https://Example.COM", "https://example.com/"],
	["https://example.com:443/a?b=c#d", "https://example.com/a?b=c#d"],
	["https://user:p%40ss@example.com/a", "https://user:p%40ss@example.com/a"],
	["https://bücher.de/ü", "https://xn--bcher-kva.de/%C3%BC"],
	["https://example.com./a", "https://example.com./a"],
	["http://example.com:8080/a", "http://example.com:8080/a"],
	["http:example.com", "http://example.com/"],
	["https://example.com/a/../b", "https://example.com/b"],
])("%s is accepted as %s", (url, normalised) => {
	expect(checkTarget(url, STRICT)).toEqual({ ok: true, url: normalised });
});

test.each([
	["", "invalid_url"],
	["example.com/hook", "invalid_url"],
	["//example.com/hook", "invalid_url"],
	["https://", "invalid_url"],
	["https://example.com:99999", "invalid_url"],
	["https://a..b", "invalid_url"],
	["https://example.com../", "invalid_url"],
	["https://./", "invalid_url"],
	["https://[::1", "invalid_url"],
	["https://[fe80::1%25eth0]/", "invalid_url"],
	["https://127.0.0.256/", "invalid_url"],
	["https://example.com/a b", "invalid_url"],
	[" https://example.com", "invalid_url"],
	["https://example.com\n", "invalid_url"],
	["https://exam\tple.com", "invalid_url"],
	["https://example.com/\r\nX-Injected: 1", "invalid_url"],
	["https://example.com/\u0000", "invalid_url"],
	["https://example.com/\u0085", "invalid_url"],
	["https://example.com/\u2028", "invalid_url"],
	["file:///etc/passwd", "scheme"],
	["gopher://example.com:25/_", "scheme"],
	["ftp://example.com/", "scheme"],
	["javascript:alert(1)", "scheme"],
	["data:text/plain,hi", "scheme"],
	["ws://example.com/", "scheme"],
	["localhost:3000/hook", "scheme"],
])("%j is refused as %s under every rule", (url, reason) => {
	expect(reasonOf(url, STRICT)).toBe(reason);
	expect(reasonOf(url, OPEN)).toBe(reason);
});

test.each([
	[80, "ok"],
	[443, "ok"],
	[1024, "ok"],
	[3000, "ok"],
	[8080, "ok"],
	[8443, "ok"],
	[65535, "ok"],
	[0, "port"],
	[22, "port"],
	[25, "port"],
	[53, "port"],
	[1023, "port"],
	[3306, "port"],
	[5432, "port"],
	[6379, "port"],
	[11211, "port"],
	[27017, "port"],
])("port %i is %s", (port, reason) => {
	expect(reasonOf(`http://example.com:${port}/`, STRICT)).toBe(reason);
	expect(reasonOf(`http://example.com:${port}/`, OPEN)).toBe("ok");
});

test("http is refused when https is enforced, and https is not", () => {
	const rules = { allowPrivate: true, enforceHttps: true };
	expect(reasonOf("http://example.com/", rules)).toBe("https_required");
	expect(reasonOf("https://example.com/", rules)).toBe("ok");
});

test("65536 characters are accepted and one more is not, before or after normalising", () => {
	const start = "https://example.com/";
	const longest = start + "a".repeat(65_536 - start.length);
	expect(reasonOf(longest, STRICT)).toBe("ok");
	expect(reasonOf(`${longest}a`, STRICT)).toBe("too_long");
	expect(reasonOf(start + "ü".repeat(20_000), STRICT)).toBe("too_long");
});

test.each([
	["https://hooks.example.com/a", "own_host"],
	["https://HOOKS.example.com./a", "own_host"],
	["https://hooks.example.com:8443/a", "own_host"],
	["https://sub.hooks.example.com/a", "ok"],
	["https://portal.example.com/a", "own_host"],
	["https://portal.example.com:8443/a", "ok"],
	["http://localhost:8787/a", "own_host"],
	["http://localhost:9000/a", "ok"],
	["http://2130706433:8787/a", "own_host"],
	["http://[0:0:0:0:0:0:0:1]:8787/a", "own_host"],
])("%s among own hosts is %s", (url, reason) => {
	const ownHosts = [
		"Hooks.example.com",
		"portal.example.com:443",
		"localhost:8787",
		"127.0.0.1:8787",
		"[::1]:8787",
	];
	expect(reasonOf(url, { ...OPEN, ownHosts })).toBe(reason);
});

test("a refusal is a sentence that does not repeat the address", () => {
	const target = checkTarget("http://169.254.169.254/latest", STRICT);
	expect(target).toEqual({
		ok: false,
		problem: {
			reason: "private_address",
			message: "The URL must not point to a private or reserved address; use a public host.",
		},
	});
});

test.each([
	["https://example.com/a?b#c", "https://example.com/a?b", undefined],
	["https://user:pass@example.com/", "https://example.com/", "user:pass"],
	["https://user@example.com/", "https://example.com/", "user:"],
	["https://:pass@example.com/", "https://example.com/", ":pass"],
	["https://us%40er:p%3Ass@example.com/", "https://example.com/", "us@er:p:ss"],
	["https://ü:100%@example.com/", "https://example.com/", "ü:100%"],
	["https://u:%0d%0aX@example.com/", "https://example.com/", "u:\r\nX"],
])("%s is requested as %s with credentials %j", (url, requested, credentials) => {
	const target = toRequestTarget(url);
	expect(target.url).toBe(requested);
	const [scheme, encoded] = target.authorization?.split(" ") ?? [];
	expect(scheme).toBe(credentials && "Basic");
	const bytes = Uint8Array.from(atob(encoded ?? ""), (char) => char.charCodeAt(0));
	expect(new TextDecoder().decode(bytes)).toBe(credentials ?? "");
});
