// What the demonstration sends, and where to.

export const DEMO_EVENT_TYPES = [
	{
		name: "order.created",
		description: "A customer has placed an order.",
		example: { orderId: "ord_8412", total: 129.9, currency: "EUR", items: 3 },
	},
	{
		name: "order.shipped",
		description: "A parcel has left the warehouse.",
		example: { orderId: "ord_8412", carrier: "Post", trackingNumber: "00340434161094042557" },
	},
	{
		name: "invoice.paid",
		description: "An invoice has been settled in full.",
		example: { invoiceId: "inv_20931", amount: 4200, currency: "EUR" },
	},
	{
		name: "user.invited",
		description: "Somebody has been asked to join.",
		example: { email: "ada@example.com", role: "admin" },
	},
];

export const DEMO_ENDPOINTS = [
	{ uid: "orders", path: "/webhooks/orders", description: "Orders and refunds into the warehouse" },
	{ uid: "crm", path: "/v2/incoming/crm", description: "Keeps the sales team up to date" },
	{ uid: "billing", path: "/legacy/receive", description: "Old billing system" },
	{ uid: "staging", path: "/staging/webhooks", description: "", paused: true },
	{ uid: "partner", path: "/partner/hook", description: "Partner integration", disabled: true },
];

/** Draft 7, with the example in it. */
export const schemaOf = (example: Record<string, unknown>) => ({
	type: "object",
	required: Object.keys(example).slice(0, 2),
	properties: Object.fromEntries(
		Object.entries(example).map(([name, value]) => [name, { type: typeof value }]),
	),
	examples: [example],
});
