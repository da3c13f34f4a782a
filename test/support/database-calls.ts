// How often the database is asked while something runs, by the Worker and by all objects of this isolate.
import { env } from "cloudflare:workers";

let count = 0;
let isWatched = false;

type Methods = Record<string, (this: unknown, ...args: unknown[]) => unknown>;

/** A statement that runs is a call; so is a batch, however many statements it has. */
function watch(): void {
	if (isWatched) return;
	isWatched = true;
	const counted = (target: Methods, name: string) => {
		const real = target[name];
		if (real === undefined) throw new Error(`the database has no ${name}`);
		target[name] = function (...args) {
			count++;
			return real.apply(this, args);
		};
	};
	// safe because both have these methods
	const statement = Object.getPrototypeOf(env.DB.prepare("SELECT 1")) as Methods;
	for (const name of ["all", "first", "raw", "run"]) counted(statement, name);
	counted(Object.getPrototypeOf(env.DB) as Methods, "batch");
}

/** @param work gets a way to ask for the number so far */
export async function countDatabaseCalls(
	work: (soFar: () => number) => Promise<unknown>,
): Promise<number> {
	watch();
	count = 0;
	await work(() => count);
	return count;
}
