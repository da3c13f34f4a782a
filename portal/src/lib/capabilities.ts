// What the session's token may do: anything else is not shown. The API decides; this only mirrors it.
import { application } from "./session.ts";
import { useStore } from "./store.ts";

export type Capability =
	| "ViewEndpointSecret"
	| "ManageEndpointSecret"
	| "CreateAttempts"
	| "ManageEndpoint";

const INCLUDED_IN: Record<Capability, readonly string[]> = {
	ViewEndpointSecret: ["ViewEndpointSecret", "ManageEndpointSecret", "ManageEndpoint"],
	ManageEndpointSecret: ["ManageEndpointSecret", "ManageEndpoint"],
	CreateAttempts: ["CreateAttempts"],
	ManageEndpoint: ["ManageEndpoint"],
};

/** Whether these capabilities allow it; names that we do not know are ignored. */
export const mayDo = (
	granted: readonly string[],
	isReadOnly: boolean,
	needed: Capability,
): boolean => !isReadOnly && INCLUDED_IN[needed].some((one) => granted.includes(one));

/** Whether the reader may, as in `const mayEdit = useMay("ManageEndpoint")`. */
export function useMay(needed: Capability): boolean {
	const opened = useStore(application);
	if (opened === null) return false;
	const { capabilities, settings } = opened;
	return mayDo(capabilities, settings.isPortalReadOnly, needed);
}
