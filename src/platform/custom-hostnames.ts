// Custom hostnames of the platform (Cloudflare for SaaS): host names of others that lead to this installation.
import * as z from "zod";
import { concatBytes } from "../core/bytes.ts";
import type { DomainRecord, HostnameReport } from "../core/domain.ts";

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 256 * 1024;
/** What the API calls a name that somebody has in the zone already. */
const DUPLICATE = 1406;
/** Validated over HTTP, which needs nothing but the name's way here. */
const CERTIFICATE = { method: "http", type: "dv", settings: { min_tls_version: "1.2" } } as const;

export type CustomHostname = HostnameReport & { externalId: string };

/** `missing`: there is none; `duplicate`: there is one already; `refused`: for good; `unavailable`: for now. */
export type HostnameFailure = {
	reason: "missing" | "duplicate" | "refused" | "unavailable";
	words: string;
};
export type HostnameAnswer =
	| { ok: true; hostname: CustomHostname }
	| ({ ok: false } & HostnameFailure);

export type CustomHostnames = {
	create(hostname: string): Promise<HostnameAnswer>;
	find(hostname: string): Promise<HostnameAnswer>;
	get(externalId: string): Promise<HostnameAnswer>;
	/** Begins the validation of its certificate again. */
	verify(externalId: string): Promise<HostnameAnswer>;
	/** Null when it is gone, also when it was before. */
	delete(externalId: string): Promise<HostnameFailure | null>;
};

export type CustomHostnameSettings = { token: string; zoneId: string; apiUrl: string };

const errorList = z.array(z.object({ code: z.number().optional(), message: z.string() }));
const envelope = z.object({
	success: z.boolean(),
	errors: errorList.nullish(),
	result: z.unknown(),
});

const text = z.string().nullish();
const resultShape = z.object({
	id: z.string(),
	status: z.string().default("pending"),
	verification_errors: z.array(z.string()).nullish(),
	ownership_verification: z.object({ type: text, name: text, value: text }).nullish(),
	ssl: z
		.object({
			status: z.string().default("initializing"),
			validation_errors: z.array(z.object({ message: z.string() })).nullish(),
			validation_records: z.array(z.object({ txt_name: text, txt_value: text })).nullish(),
		})
		.nullish(),
});

type Reply = { ok: true; result: unknown } | ({ ok: false; status: number } & HostnameFailure);

/** @param send what requests go out by */
export function createCustomHostnames(
	send: typeof fetch,
	{ token, zoneId, apiUrl }: CustomHostnameSettings,
): CustomHostnames {
	const base = `${apiUrl}/zones/${zoneId}/custom_hostnames`;
	const call = async (method: string, path: string, body?: object): Promise<Reply> => {
		try {
			const response = await send(base + path, {
				method,
				headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
				...(body !== undefined && { body: JSON.stringify(body) }),
				redirect: "manual",
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			return toReply(response.status, await readText(response));
		} catch {
			// Which address was tried, and how, is nobody's but the operator's.
			return failed(0, "unavailable", "The platform's API did not answer.");
		}
	};
	const one = async (reply: Promise<Reply>): Promise<HostnameAnswer> => toAnswer(await reply);
	return {
		create: (hostname) => one(call("POST", "", { hostname, ssl: CERTIFICATE })),
		async find(hostname) {
			const reply = await call("GET", `?hostname=${encodeURIComponent(hostname)}`);
			if (!reply.ok) return reply;
			const [first] = Array.isArray(reply.result) ? reply.result : [];
			if (first === undefined) return failed(404, "missing", "There is no such custom hostname.");
			return toAnswer({ ok: true, result: first });
		},
		get: (externalId) => one(call("GET", `/${encodeURIComponent(externalId)}`)),
		verify: (externalId) =>
			one(call("PATCH", `/${encodeURIComponent(externalId)}`, { ssl: CERTIFICATE })),
		async delete(externalId) {
			const reply = await call("DELETE", `/${encodeURIComponent(externalId)}`);
			return reply.ok || reply.reason === "missing" ? null : reply;
		},
	};
}

function failed(status: number, reason: HostnameFailure["reason"], words: string) {
	return { ok: false, status, reason, words } as const;
}

function toReply(status: number, body: string): Reply {
	const parsed = envelope.safeParse(parseJson(body));
	if (parsed.success && parsed.data.success && status < 300) {
		return { ok: true, result: parsed.data.result };
	}
	// A deletion's answer is an id alone.
	if (status < 300 && parsed.success === false && /"id"/.test(body))
		return { ok: true, result: {} };
	const errors = parsed.data?.errors ?? [];
	const words = errors.map(({ message }) => message).join(" ");
	if (status === 404)
		return failed(status, "missing", words || "There is no such custom hostname.");
	if (status === 429) {
		return failed(status, "unavailable", "The platform's API is asked too often at the moment.");
	}
	if (errors.some(({ code }) => code === DUPLICATE)) return failed(status, "duplicate", words);
	if (status === 401 || status === 403) {
		// For the operator: nothing that whoever asked could change.
		return failed(status, "unavailable", "The platform's API refuses the installation's token.");
	}
	if (status >= 400 && status < 500 && words !== "") return failed(status, "refused", words);
	return failed(status, "unavailable", `The platform's API answered ${status}.`);
}

function toAnswer(reply: Reply): HostnameAnswer {
	if (!reply.ok) return reply;
	const parsed = resultShape.safeParse(reply.result);
	if (!parsed.success) {
		return failed(200, "unavailable", "The platform's API gave an answer that is not known.");
	}
	const { id, status, ssl, verification_errors, ownership_verification: owner } = parsed.data;
	const certificates = ssl?.validation_records ?? [];
	const problems = [
		...(verification_errors ?? []),
		...(ssl?.validation_errors ?? []).map(({ message }) => message),
	];
	const records = [
		...(owner?.type === "txt" ? [toRecord("ownership", owner.name, owner.value)] : []),
		...certificates.map((record) => toRecord("certificate", record.txt_name, record.txt_value)),
	];
	return {
		ok: true,
		hostname: {
			externalId: id,
			status,
			certificateStatus: ssl?.status ?? "initializing",
			problems,
			records: records.filter((record) => record !== null),
		},
	};
}

function toRecord(
	purpose: DomainRecord["purpose"],
	name: string | null | undefined,
	value: string | null | undefined,
): DomainRecord | null {
	return name && value ? { type: "TXT", purpose, name, value } : null;
}

function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return null;
	}
}

/** Throws when there is more than an answer of this API has. */
async function readText(response: Response): Promise<string> {
	const parts: Uint8Array[] = [];
	let length = 0;
	for await (const part of response.body ?? []) {
		length += part.length;
		if (length > ANSWER_BYTES_MAX) throw new Error("the answer is too large");
		parts.push(part);
	}
	return new TextDecoder().decode(concatBytes(parts));
}
