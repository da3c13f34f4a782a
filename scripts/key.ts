// `npm run key -- NAME`: makes another API key of the deployed installation; with --local, of `npm run dev`.
import { addKey } from "./api-key.ts";

const names = process.argv.slice(2).filter((argument) => argument !== "--local");
const [name = ""] = names;
if (names.length !== 1 || !/^\P{Cc}{1,100}$/u.test(name) || name.startsWith("-")) {
	console.error('Write one name of 1 to 100 characters, for example: npm run key -- "Billing".');
	process.exit(1);
}
try {
	const key = await addKey(process.argv.includes("--local") ? "--local" : "--remote", name);
	console.log(`API key «${name}» (shown only now): ${key}`);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}
