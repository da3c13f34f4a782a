// Opens an endpoint's sealed secrets and headers, once per isolate for each version of them.
import type { Route, StoredSecret } from "../../core/delivery.ts";
import { parseSecret } from "../../core/secret.ts";
import { importKey } from "../../core/signature.ts";
import type { Sealer } from "../../platform/sealer.ts";
import { remember } from "./remember.ts";

type Opened = {
	keys: { key: CryptoKey; expiresAt: number | null }[];
	headers: Record<string, string>;
};

const CACHE_MAX = 2_000;
const cache = new Map<string, Opened>();

/** Signing keys that are valid at `now`, current first, and the endpoint's own headers. */
export async function openRoute(
	sealer: Sealer,
	route: Route,
	now: number,
): Promise<{ keys: CryptoKey[]; headers: Record<string, string> }> {
	const name = `${route.secrets}|${route.headers ?? ""}`;
	let opened = cache.get(name);
	if (opened === undefined) {
		opened = await unseal(sealer, route);
		remember(cache, name, opened, CACHE_MAX);
	}
	const valid = opened.keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
	return { keys: valid.map(({ key }) => key), headers: opened.headers };
}

async function unseal(sealer: Sealer, route: Route): Promise<Opened> {
	const secrets: StoredSecret[] = JSON.parse(await sealer.open(route.secrets, route.endpointId));
	const keys = await Promise.all(
		secrets.map(async ({ secret, expiresAt }) => {
			const parsed = parseSecret(secret);
			if (!parsed.ok) throw new Error(`stored secret of ${route.endpointId} is damaged`);
			return { key: await importKey(parsed.key), expiresAt };
		}),
	);
	const headers =
		route.headers === null ? {} : JSON.parse(await sealer.open(route.headers, route.endpointId));
	return { keys, headers };
}
