// POSTs that carry an Idempotency-Key take effect once; a repetition gets the first success's answer.
import { DomainError } from "../core/errors.ts";
import { sha256Hex } from "../platform/digest.ts";
import { type Db, type Statement, writeAll } from "../store/db.ts";
import { claim, finish, release, type StoredAnswer } from "../store/idempotency.ts";

const HOUR_MS = 3_600_000;
const LIFE_MS = 12 * HOUR_MS;
/** Client libraries make up a key for each POST, to protect their own retries within a second. */
const MADE_KEY_LIFE_MS = 5 * 60_000;
const KEY_LENGTH_MAX = 256;
const LOCK_MS = 30_000;
const WAIT_MS = 60;
const WAIT_TOTAL_MS = 35_000;

type RequestKey = { digest: string; made: boolean };

export function idempotencyKeyOf(request: Request): string | null {
	const key = request.headers.get("idempotency-key");
	if (key === null || key === "") return null;
	if (key.length > KEY_LENGTH_MAX) {
		const msg = `must be at most ${KEY_LENGTH_MAX} characters`;
		throw new DomainError("validation", msg, [
			{ loc: ["header", "idempotency-key"], msg, type: "value_error" },
		]);
	}
	return key;
}

const isMadeKey = (key: string): boolean => key.startsWith("auto_");

/** Binds a key to its token and path; the body is not part of it. */
export async function digestKey(tokenHash: string, path: string, key: string): Promise<RequestKey> {
	return { digest: await sha256Hex(`${tokenHash}\n${path}\n${key}`), made: isMadeKey(key) };
}

type Work = (
	commit: (statements: Statement[], answer: StoredAnswer) => Promise<void>,
) => Promise<StoredAnswer>;

/** Runs `work` unless the key was used: then repeats its answer, waiting while the first is under way. */
export async function once(
	stores: { db: Db; answers: KVNamespace; now(): number; sleep(ms: number): Promise<void> },
	key: RequestKey,
	background: (work: Promise<unknown>) => void,
	work: Work,
): Promise<StoredAnswer> {
	const kept = await stores.answers.get<StoredAnswer>(key.digest, "json");
	if (kept !== null) return kept;
	const { db } = stores;
	const owner = crypto.randomUUID();
	const lifeMs = key.made ? MADE_KEY_LIFE_MS : LIFE_MS;
	for (let waited = 0; waited < WAIT_TOTAL_MS; waited += WAIT_MS) {
		const now = stores.now();
		const times = { now, lockedUntil: now + LOCK_MS, expiresAt: now + lifeMs };
		const state = await claim(db, { hash: key.digest, owner, ...times });
		if (state.kind === "answered") return state.answer;
		if (state.kind === "busy") {
			await stores.sleep(WAIT_MS);
			continue;
		}
		const answer = await runClaimed(db, key.digest, owner, work);
		const options = { expirationTtl: lifeMs / 1000 };
		background(stores.answers.put(key.digest, JSON.stringify(answer), options));
		return answer;
	}
	throw new Error("an idempotent request did not end in time");
}

async function runClaimed(db: Db, hash: string, owner: string, work: Work): Promise<StoredAnswer> {
	let isStored = false;
	try {
		const answer = await work(async (statements, toStore) => {
			await writeAll(db, [finish(db, hash, owner, toStore), ...statements]);
			isStored = true;
		});
		if (!isStored) await writeAll(db, [finish(db, hash, owner, answer)]);
		return answer;
	} catch (error) {
		// Only a success is kept: the key is free for another try.
		if (!isStored) await release(db, hash, owner);
		throw error;
	}
}
