// `portal link`.
import { CAPABILITIES } from "../../../../src/core/capabilities.ts";
import { segment } from "../api.ts";
import { command } from "../command.ts";
import { toSpanMs } from "../durations.ts";
import type { PortalAccess } from "../records.ts";

export const portalLink = command({
	name: "portal link",
	about: "Make a link to the portal that lets a customer in, once",
	positionals: ["APP"],
	options: {
		capabilities: {
			type: "string",
			value: "LIST",
			multiple: true,
			choices: CAPABILITIES,
			about: "What may be done there; all when left out",
		},
		expiry: {
			type: "string",
			value: "SPAN",
			about: "How long the session lasts, from 1h to 7d (7d when left out)",
		},
		"feature-flags": {
			type: "string",
			value: "LIST",
			multiple: true,
			about: "Event types with these flags are shown, too",
		},
		"session-id": { type: "string", value: "ID", about: "A name by which sessions can be ended" },
		next: { type: "string", value: "PATH", about: "The page to open, for example /endpoints" },
	},
	examples: [
		"edgehook portal link acme",
		"edgehook portal link acme --capabilities ViewBase,CreateAttempts --expiry 1h",
	],
	async run({ args, options, isJson, terminal, connect }) {
		const { expiry, next } = options;
		const path = `/auth/app-portal-access/${segment(args.APP)}/`;
		const access = await connect().request<PortalAccess>("POST", path, {
			body: {
				capabilities: options.capabilities,
				featureFlags: options["feature-flags"],
				sessionId: options["session-id"],
				expiry: expiry && toSpanMs("expiry", expiry) / 1_000,
			},
		});
		const url = new URL(access.url);
		if (next !== undefined) url.searchParams.set("next", next);
		if (isJson) terminal.printJson({ ...access, url: url.href });
		else terminal.print(url.href);
		return undefined;
	},
});
