// Every language says the same things with the same values.
import { expect, test } from "vitest";
import { endpointWords as deEndpoint } from "../../portal/src/texts/de/endpoint-words.ts";
import { de as deMain } from "../../portal/src/texts/de/index.ts";
import { messageWords as deMessage } from "../../portal/src/texts/de/message-words.ts";
import { endpointWords as enEndpoint } from "../../portal/src/texts/en/endpoint-words.ts";
import { en as enMain } from "../../portal/src/texts/en/index.ts";
import { messageWords as enMessage } from "../../portal/src/texts/en/message-words.ts";
import type { Text } from "../../portal/src/texts/index.ts";

const en = { ...enMain, ...enEndpoint, ...enMessage };
const de = { ...deMain, ...deEndpoint, ...deMessage };
const formsOf = (text: Text) => (typeof text === "string" ? [text] : [text.one, text.other]);
const namesOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("There are texts to compare", () => {
	expect(Object.keys(en).length).toBeGreaterThan(80);
	expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
});

test.each(Object.entries<Text>(en))("%s has the same values in German", (key, text) => {
	// safe because both have the same keys
	const german: Text = de[key as keyof typeof de];
	const expected = namesOf(formsOf(text).at(-1) ?? "");
	for (const form of formsOf(german)) expect(namesOf(form)).toEqual(expected);
	for (const form of [...formsOf(text), ...formsOf(german)]) expect(form.trim()).not.toBe("");
});
