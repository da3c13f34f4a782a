// All commands, in the order of the help.
import type { Command } from "./command.ts";
import { applicationCreate, applicationList } from "./commands/applications.ts";
import { completion } from "./commands/completion.ts";
import { endpointList } from "./commands/endpoint-list.ts";
import { eventTypeCreateBulk } from "./commands/event-type-create-bulk.ts";
import { eventTypeImport } from "./commands/event-type-import.ts";
import { eventTypeList } from "./commands/event-type-list.ts";
import { keysCreate, keysList, keysRevoke } from "./commands/keys.ts";
import { listen } from "./commands/listen.ts";
import { login, logout } from "./commands/login.ts";
import { messageSend } from "./commands/message-send.ts";
import { messageTail } from "./commands/message-tail.ts";
import { portalLink } from "./commands/portal-link.ts";

export const commands: readonly Command[] = [
	login,
	logout,
	eventTypeImport,
	eventTypeCreateBulk,
	eventTypeList,
	applicationList,
	applicationCreate,
	endpointList,
	messageSend,
	messageTail,
	portalLink,
	keysList,
	keysCreate,
	keysRevoke,
	listen,
	completion(() => commands),
];
