// An organisation that listens to its operational webhooks at the receiver.
import { env } from "cloudflare:workers";
import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import { type Api, newTarget, until } from "./api.ts";
import { newCheckedApi } from "./contract.ts";

export const OWN = "/operational-webhook/endpoint";

// biome-ignore lint/suspicious/noExplicitAny: events have data of every shape
export type Event = { type: string; data: any };

/** @param fields of the listening endpoint */
export async function newListener(fields: object = {}) {
	const api = await newCheckedApi();
	return { api, ...(await listen(api, fields)) };
}

export async function listen(api: Api, fields: object = {}) {
	const target = newTarget();
	const { body: own } = await api("POST", OWN, { url: target.url, ...fields });
	const { body: secret } = await api("GET", `${OWN}/${own.id}/secret`);
	/** What arrived so far: signed, once each. */
	const events = async (): Promise<Event[]> => {
		const seen = await target.seen();
		const ids = seen.map(({ headers }) => headers["webhook-id"]);
		expect(new Set(ids).size).toBe(ids.length);
		// safe because the receiver would not take anything else
		return seen.map(({ headers, body }) => new Webhook(secret.key).verify(body, headers) as Event);
	};
	/** Waits for so many, sorted by type, because deliveries at the same time have no order. */
	const heard = async (count: number): Promise<Event[]> => {
		const all = await until(events, (some) => some.length >= count);
		expect(all).toHaveLength(count);
		return all.sort((a, b) => (a.type < b.type ? -1 : 1));
	};
	return { own, target, events, heard };
}

/** Events that wait in the database for the operational application of an endpoint. */
export async function storedEvents(ownEndpointId: string) {
	const { results } = await env.DB.prepare(
		`SELECT * FROM operational_events
		WHERE application_id = (SELECT application_id FROM endpoints WHERE id = ?1)`,
	)
		.bind(ownEndpointId)
		.all<{ id: string; application_id: string; type: string; payload: string }>();
	return results;
}
