// Routes of an organisation's settings.
import { getSettings, patchSettings, putSettings } from "../../services/settings.ts";
import {
	SettingsIn,
	SettingsOut,
	SettingsPatch,
	toSettingsChanges,
	toSettingsInput,
	toSettingsOut,
} from "../models/settings.ts";
import { type AnyRoute, route } from "../route.ts";

const common = {
	path: "/environment/settings",
	tag: "Environment",
	access: "organisation",
	answers: { 200: SettingsOut },
	answer: (settings: Parameters<typeof toSettingsOut>[0]) => ({
		status: 200,
		body: toSettingsOut(settings),
	}),
} as const;

export const settingsRoutes: AnyRoute[] = [
	route({
		...common,
		method: "get",
		operationId: "v1.environment.get-settings",
		summary: "Get the settings: look, language and limits of the portal, and of the catalog",
		run: ({ ctx }) => getSettings(ctx),
	}),
	route({
		...common,
		method: "put",
		operationId: "v1.environment.update-settings",
		summary: "Replace all settings",
		body: SettingsIn,
		run: ({ ctx, body }) => putSettings(ctx, toSettingsInput(body)),
	}),
	route({
		...common,
		method: "patch",
		operationId: "v1.environment.patch-settings",
		summary: "Change some settings",
		body: SettingsPatch,
		run: ({ ctx, body }) => patchSettings(ctx, toSettingsChanges(body)),
	}),
];
