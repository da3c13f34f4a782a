// Wörter der Seiten über Nachrichten, die mit ihnen geladen werden.
import type { MessageCatalogue } from "../index.ts";
import { messages } from "./messages.ts";

export const messageWords: MessageCatalogue = messages;
