// What a token of one application may do there.

export const CAPABILITIES = [
	"ViewBase",
	"ViewEndpointSecret",
	"ManageEndpointSecret",
	"ManageTransformations",
	"CreateAttempts",
	"ManageEndpoint",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** What else a capability allows: whoever may change a thing may see it. */
const INCLUDED: Record<Capability, readonly Capability[]> = {
	ViewBase: [],
	ViewEndpointSecret: [],
	ManageEndpointSecret: ["ViewEndpointSecret"],
	ManageTransformations: [],
	CreateAttempts: [],
	ManageEndpoint: ["ManageEndpointSecret", "ViewEndpointSecret"],
};

/** Whether a token may; `granted` null: it has all capabilities. */
export function mayDo(granted: readonly Capability[] | null, needed: Capability): boolean {
	if (granted === null || needed === "ViewBase") return true;
	return granted.some((one) => one === needed || INCLUDED[one].includes(needed));
}

/** The known ones among `names`, each once, with the one that no token is without. */
export function toCapabilities(names: readonly string[]): Capability[] {
	return CAPABILITIES.filter((one) => one === "ViewBase" || names.includes(one));
}

/** What a portal session may do of what it was granted, where its organisation lets all of them only look. */
export function withinPortal(
	granted: readonly Capability[] | null,
	isReadOnly: boolean,
): Capability[] | null {
	if (isReadOnly) return toCapabilities([]);
	return granted === null ? null : [...granted];
}
