// The console speaks every language of the portal, with the same values.
import { expect, test } from "vitest";
import { consoleWords as german } from "../../portal/src/texts/de/console.ts";
import { consoleWords as english } from "../../portal/src/texts/en/console.ts";
import { en } from "../../portal/src/texts/en/index.ts";
import type { Text } from "../../portal/src/texts/index.ts";

const formsOf = (text: Text) => (typeof text === "string" ? [text] : [text.one, text.other]);
const namesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("There are texts to compare, and none takes the place of the portal's", () => {
	expect(Object.keys(english).length).toBeGreaterThan(100);
	expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
	expect(Object.keys(english).filter((key) => key in en)).toEqual([]);
});

test.each(Object.entries<Text>(english))("%s has the same values in German", (key, text) => {
	// safe because both have the same keys
	const other: Text = german[key as keyof typeof german];
	const expected = namesOf(formsOf(text).at(-1) ?? "");
	for (const form of formsOf(other)) expect(namesOf(form)).toEqual(expected);
	for (const form of [...formsOf(text), ...formsOf(other)]) expect(form.trim()).not.toBe("");
});
