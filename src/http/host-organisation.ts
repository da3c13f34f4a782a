// To whom a request is bound by the host that it came to: nobody, or the organisation whose domain it is.
import type { Id } from "../core/ids.ts";

const organisations = new WeakMap<Request, Id<"org">>();

export function bindToOrganisation(request: Request, organisationId: Id<"org">): void {
	organisations.set(request, organisationId);
}

/** Null on the installation's own hosts. */
export const organisationOfHost = (request: Request): Id<"org"> | null =>
	organisations.get(request) ?? null;
