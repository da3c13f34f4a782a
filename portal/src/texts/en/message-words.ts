// Words of the pages of messages, which are loaded with them.
import { messages } from "./messages.ts";

export const messageWords = messages;
