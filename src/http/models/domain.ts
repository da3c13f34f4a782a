// An organisation's own domains on the wire.
import * as z from "zod";
import { DOMAIN_STATES, RECORD_PURPOSES, RECORD_TYPES, SERVED } from "../../core/domain.ts";
import type { ShownDomain } from "../../services/domains.ts";
import { text, timestamp, toTimestamp } from "./common.ts";

/** Longer than any name, so that the rule itself can say what is wrong with one. */
const WRITTEN_LENGTH_MAX = 1024;

export const DomainIn = z
	.object({
		hostname: text
			.min(1, "must not be empty")
			.max(WRITTEN_LENGTH_MAX, `must be at most ${WRITTEN_LENGTH_MAX} characters`)
			.meta({ description: "A name below a domain of yours, such as webhooks.example.com." }),
		serves: z
			.enum(SERVED, { error: `must be one of ${SERVED.join(", ")}` })
			.meta({ description: "What is shown there: the public catalog, or the customers' portal." }),
	})
	.meta({ id: "DomainIn" });

const DomainRecordOut = z
	.object({
		type: z.enum(RECORD_TYPES),
		purpose: z.enum(RECORD_PURPOSES),
		name: z.string(),
		value: z.string(),
	})
	.meta({ id: "DomainRecordOut" });

export const DomainOut = z
	.object({
		id: z.string(),
		hostname: z.string(),
		serves: z.enum(SERVED),
		status: z.enum(DOMAIN_STATES),
		problem: z.string().nullable().meta({
			description: "What is wrong or still missing, in the platform's words.",
		}),
		records: z.array(DomainRecordOut).meta({ description: "What must be set in DNS." }),
		createdAt: timestamp,
		updatedAt: timestamp,
	})
	.meta({ id: "DomainOut" });

export const OperatorDomainIn = z
	.object({
		active: z.boolean({ error: "must be true (show it) or false (show nothing there)" }),
	})
	.meta({ id: "OperatorDomainIn" });

export const OperatorDomainOut = DomainOut.extend({ orgId: z.string() }).meta({
	id: "OperatorDomainOut",
});

export const toDomainOut = ({ domain, records }: ShownDomain): z.input<typeof DomainOut> => ({
	id: domain.id,
	hostname: domain.hostname,
	serves: domain.serves,
	status: domain.state,
	problem: domain.problem,
	records,
	createdAt: toTimestamp(domain.createdAt),
	updatedAt: toTimestamp(domain.updatedAt),
});

export const toOperatorDomainOut = (shown: ShownDomain): z.input<typeof OperatorDomainOut> => ({
	...toDomainOut(shown),
	orgId: shown.domain.organisationId,
});
