// Descriptions in the shapes that public ones have, each small, by feature.
import { messaging } from "./messaging.ts";
import { payments } from "./payments.ts";
import { shop } from "./shop.ts";
import { sourceHosting } from "./source-hosting.ts";

type Sample = {
	what: string;
	text: string;
	names: string[];
	/** Places that are reported or noted. */
	failed: string[];
	notes: string[];
};

export const CORPUS: Sample[] = [
	{
		what: "payments",
		text: payments,
		names: ["charge.succeeded", "charge.refunded"],
		failed: [],
		notes: [],
	},
	{
		what: "source hosting",
		text: sourceHosting,
		names: ["push", "issue_comment-created", "pull_request"],
		failed: [],
		notes: ["/webhooks/pull_request/post/requestBody/content/application~1x-www-form-urlencoded"],
	},
	{
		what: "messaging",
		text: messaging,
		names: ["message.sent", "message.failed"],
		failed: [],
		notes: ["/components/schemas/Message/unevaluatedProperties"],
	},
	{
		what: "shop",
		text: shop,
		names: ["orders.create", "products.update"],
		failed: ["/x-webhooks/orders~1create"],
		notes: [],
	},
];
