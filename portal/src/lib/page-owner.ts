// Whom the page's address names: they choose what may frame the page, so what it opens must be theirs.

/** As the exchange of a link takes it. `orgId` null: in a frame, and nobody is named. */
export type PageOwner = { orgId?: string | null; appId?: string };

/** Read as the server does, and nothing but what is written plainly: another spelling could mean another to it. */
export function ownerOf({ pathname, searchParams }: URL, isFramed: boolean): PageOwner {
	const appId = /^\/app\/([^/]+)(\/|$)/.exec(pathname)?.[1];
	if (appId !== undefined) return { appId };
	const orgId = /^\/login\/?$/.test(pathname) ? searchParams.getAll("env").at(-1) : undefined;
	if (orgId !== undefined) return { orgId };
	return isFramed ? { orgId: null } : {};
}

/** Whether the page may show a session that is already open. */
export function isOwnedBy(owner: PageOwner, portal: { orgId: string; appId: string }): boolean {
	return (
		(owner.orgId === undefined || owner.orgId === portal.orgId) &&
		(owner.appId === undefined || owner.appId === portal.appId)
	);
}
