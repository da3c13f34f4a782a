// The pages of messages come with their words.
import { createWords } from "../../lib/part-words.ts";

export const withMessageWords = createWords(async (language) =>
	language === "de"
		? (await import("../../texts/de/message-words.ts")).messageWords
		: (await import("../../texts/en/message-words.ts")).messageWords,
);

export const loadMessages = async () =>
	(await withMessageWords(import("./messages-page.tsx"))).MessagesPage;
export const loadMessage = async () =>
	(await withMessageWords(import("./message-page.tsx"))).MessagePage;
