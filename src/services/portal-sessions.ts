// Sessions of the portal: how a link becomes one, and all that its first screen shows.
import { type Capability, withinPortal } from "../core/capabilities.ts";
import { DomainError, invalid } from "../core/errors.ts";
import { type Id, isId } from "../core/ids.ts";
import type { ListEnvelope } from "../core/page.ts";
import { sha256Hex } from "../platform/digest.ts";
import { type ApplicationToken, findLink, spendLink } from "../store/application-tokens.ts";
import { type Application, findApplication } from "../store/applications.ts";
import { makeToken } from "./application-tokens.ts";
import { getApplication } from "./applications.ts";
import type { ServiceContext } from "./context.ts";
import {
	type EndpointOverview,
	listEndpointOverviews,
	OVERVIEWS_DEFAULT,
} from "./endpoint-overviews.ts";
import { getSettings, type SettingsFields } from "./settings.ts";

/** What a caller may do and see in an application, and until when. */
export type PortalRights = {
	/** Null: all. */
	capabilities: Capability[] | null;
	/** Null: event types of every flag. */
	featureFlags: string[] | null;
	sessionId: string | null;
	expiresAt: number | null;
};

export type Portal = {
	application: Application;
	rights: PortalRights;
	settings: SettingsFields;
	/** The first page. */
	endpoints: ListEnvelope<EndpointOverview>;
};

/** The page that opens a link: what may frame it is the choice of those whom it names. */
export type OpeningPage = {
	/** Whose domain it is at; null at the installation's own hosts. */
	hostOrganisationId: Id<"org"> | null;
	/** Null: it names nobody, although it is in a frame. Left out: nobody can frame it, or it names an application. */
	organisationId?: string | null | undefined;
	applicationId?: string | undefined;
};

const FIRST_PAGE = { limit: OVERVIEWS_DEFAULT, iterator: null, order: "descending" } as const;

/**
 * Begins the one session of a portal link. The link is spent last, so that it still works after anything else
 * went wrong.
 */
export async function beginSession(
	ctx: ServiceContext,
	linkKey: string,
	page: OpeningPage,
): Promise<{ token: string; portal: Portal }> {
	const linkHash = await sha256Hex(linkKey);
	const found = await findLink(ctx.db, linkHash, ctx.now);
	if (found === null) throw refused();
	const { link, application } = found;
	await assertPage(ctx, page, application);
	const inside = {
		organisationId: link.organisationId,
		onlyApplicationId: link.applicationId,
		featureFlags: link.featureFlags ?? [],
	};
	const content = await readFirstScreen({ ...ctx, ...inside }, application);
	const { token, hash } = await makeToken(ctx, "appsk");
	const session = await spendLink(ctx.db, linkHash, hash, ctx.now);
	if (session === null) throw refused();
	const rights = toPortalRights(session);
	const capabilities = withinPortal(rights.capabilities, content.settings.isPortalReadOnly);
	return { token, portal: { application, rights: { ...rights, capabilities }, ...content } };
}

/** A page of another organisation lets others frame it than the link's: it must not even spend the link. */
async function assertPage(
	{ db }: ServiceContext,
	{ hostOrganisationId, organisationId: named, applicationId }: OpeningPage,
	{ id, organisationId }: Application,
): Promise<void> {
	// As good as none, like every token of another organisation there.
	if (hostOrganisationId !== null && hostOrganisationId !== organisationId) throw refused();
	if (named === null && hostOrganisationId === null) {
		throw invalid(["body", "orgId"], "must be the organisation that is named in the link: ?env=");
	}
	if (named != null && named !== organisationId) {
		throw invalid(["body", "orgId"], "must be the organisation of the link");
	}
	if (applicationId === undefined || applicationId === id) return;
	// A page that names an application by its uid has nobody's frame rules.
	const isNamed = isId("app", applicationId);
	if (!isNamed || (await findApplication(db, organisationId, applicationId)) === null) {
		throw invalid(["body", "appId"], "must be an application of the link's organisation");
	}
}

/** The same for a session that is under way, or for an API key: `token` is null then. */
export async function getPortal(
	ctx: ServiceContext,
	appIdOrUid: string,
	token: ApplicationToken | null,
): Promise<Portal> {
	const application = await getApplication(ctx, appIdOrUid);
	const content = await readFirstScreen(ctx, application);
	return { application, rights: toPortalRights(token), ...content };
}

/** What a token may; without one an API key, which may do everything and does not end here. */
export function toPortalRights(token: ApplicationToken | null): PortalRights {
	return {
		capabilities: token?.capabilities ?? null,
		featureFlags: token === null ? null : (token.featureFlags ?? []),
		sessionId: token?.sessionId ?? null,
		expiresAt: token?.expiresAt ?? null,
	};
}

async function readFirstScreen(ctx: ServiceContext, { id }: Application) {
	const [settings, endpoints] = await Promise.all([
		getSettings(ctx),
		listEndpointOverviews(ctx, id, FIRST_PAGE),
	]);
	return { settings, endpoints };
}

const refused = () =>
	new DomainError(
		"authentication_failed",
		"This link was already used or is too old. Ask for a new one.",
	);
