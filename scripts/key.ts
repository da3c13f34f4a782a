// `npm run key -- NAME` makes another API key of the deployed installation, `-- --list` shows what is known of all,
// `-- --revoke ID` ends one; with `--local` of `npm run dev`.
import { addKey, type ListedKey, listKeys, revokeKey, type Where } from "./api-key.ts";

const args = process.argv.slice(2).filter((argument) => argument !== "--local");
const where: Where = process.argv.includes("--local") ? "--local" : "--remote";
try {
	console.log(await run(args));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}

async function run([first = "", second = "", ...rest]: string[]): Promise<string> {
	if (first === "--list" && second === "") return listKeys(where).map(describe).join("\n");
	if (first === "--revoke" && /^key_[0-9A-Za-z]{27}$/.test(second) && rest.length === 0) {
		if (!revokeKey(where, second)) throw new Error(`There is no key ${second} that still works.`);
		return `API key ${second} is revoked.`;
	}
	if (second !== "" || !/^\P{Cc}{1,100}$/u.test(first) || first.startsWith("-")) {
		throw new Error(
			'Write one name of 1 to 100 characters, for example: npm run key -- "Billing". ' +
				"Or --list, or --revoke with the id of a key.",
		);
	}
	return `API key «${first}» (shown only now): ${await addKey(where, first)}`;
}

function describe({ id, name, hint, created_at, expires_at, revoked_at }: ListedKey): string {
	const day = (time: number) => new Date(time).toISOString().slice(0, 10);
	const end = expires_at === null ? "" : `, expires ${day(expires_at)}`;
	const state = revoked_at === null ? end : `, revoked ${day(revoked_at)}`;
	return `${id}  «${name}»  …${hint}  made ${day(created_at)}${state}`;
}
