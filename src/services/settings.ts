// Verbs on an organisation's settings: how it shows itself to its customers, and what they may do there.
import { invalid } from "../core/errors.ts";
import { isId } from "../core/ids.ts";
import type { Statement } from "../store/db.ts";
import {
	findFrameAncestors,
	findFrameAncestorsOfApplication,
	findSettings,
	type Settings,
	writeSettings,
} from "../store/settings.ts";
import { nextUpdatedAt, untilWritten } from "./changes.ts";
import type { ServiceContext } from "./context.ts";

export type SettingsFields = Omit<Settings, "organisationId" | "createdAt" | "updatedAt">;

/** Those of an organisation that has set none. */
export const DEFAULT_SETTINGS: SettingsFields = {
	displayName: null,
	logoUrl: null,
	fontFamily: null,
	baseFontSizePx: null,
	borderRadius: null,
	colorPaletteLight: null,
	colorPaletteDark: null,
	locale: null,
	isCatalogPublic: false,
	portalFrameAncestors: [],
	isPortalReadOnly: false,
};

/** The settings as they are; the defaults where none were set. */
export async function getSettings(
	ctx: Pick<ServiceContext, "db" | "organisationId">,
): Promise<SettingsFields> {
	return (await findSettings(ctx.db, ctx.organisationId)) ?? DEFAULT_SETTINGS;
}

/** Replaces all settings. */
export function putSettings(ctx: ServiceContext, fields: SettingsFields): Promise<SettingsFields> {
	return patchSettings(ctx, fields);
}

/** Changes some settings; a field that is given is replaced whole. */
export function patchSettings(
	ctx: ServiceContext,
	changes: Partial<SettingsFields>,
): Promise<SettingsFields> {
	return untilWritten(async () => {
		const { settings, statement } = await planSettings(ctx, changes, ["body"]);
		return ctx.commit([statement], settings);
	});
}

/**
 * The settings as they will be, and the statement that makes them so, for a verb that writes more than them.
 * @param loc where the request has its settings, for errors
 */
export async function planSettings(
	ctx: ServiceContext,
	changes: Partial<SettingsFields>,
	loc: string[],
): Promise<{ settings: Settings; statement: Statement }> {
	const { db, organisationId, now } = ctx;
	const found = await findSettings(db, organisationId);
	const settings: Settings = {
		...(found ?? { ...DEFAULT_SETTINGS, organisationId, createdAt: now }),
		...changes,
		updatedAt: found === null ? now : nextUpdatedAt(found, now),
	};
	if (settings.isCatalogPublic && settings.displayName === null) {
		const message =
			"must be given while isCatalogPublic is true: the public catalog is headed by it";
		throw invalid([...loc, "displayName"], message);
	}
	return { settings, statement: writeSettings(db, found, settings) };
}

/**
 * The origins that may show the portal, for a page that names an organisation or an application. None for what is
 * not there, as for who has made no list: a page does not tell which of them it is.
 */
export async function listFrameAncestors(
	{ db }: Pick<ServiceContext, "db">,
	id: string,
): Promise<string[]> {
	if (isId("app", id)) return findFrameAncestorsOfApplication(db, id);
	return isId("org", id) ? findFrameAncestors(db, id) : [];
}
