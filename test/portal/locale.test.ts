// The portal's language: the first that the reader wants and it speaks, as a tag that every formatter takes.
import { expect, test } from "vitest";
import { chooseLocale } from "../../portal/src/lib/locale.ts";

const SPOKEN = ["en", "de"];

test.each<[string, string[], string]>([
	["one that is spoken", ["de"], "de"],
	["its region", ["de-AT", "en"], "de-AT"],
	["another spelling", ["DE-at"], "de-AT"],
	["the first that is spoken", ["fr-FR", "de-CH", "en"], "de-CH"],
	["none that is spoken", ["fr", "ja"], "en"],
	["nothing", [], "en"],
	["a system's own tag", ["en-US@posix"], "en"],
	["a system's own tag of a region", ["de_AT.UTF-8"], "de"],
	["no language at all", ["C", "", "-"], "en"],
	["names that every object has", ["constructor", "__proto__"], "en"],
	["a tag with junk", ["de-<script>"], "de"],
])("of %s it takes what can be formatted", (_, wanted, locale) => {
	expect(chooseLocale(wanted, SPOKEN)).toBe(locale);
	expect(() => (1).toLocaleString(chooseLocale(wanted, SPOKEN))).not.toThrow();
});
