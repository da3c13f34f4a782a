// `login` and `logout`.
import { Api } from "../api.ts";
import { command } from "../command.ts";
import { ApiError, CliError, UsageError } from "../errors.ts";
import { readInput } from "../files.ts";
import { ask } from "../question.ts";
import { toServerUrl } from "../settings.ts";

export const login = command({
	name: "login",
	about: "Keep the server and a key to it in a private file",
	positionals: [],
	options: {},
	notes: [
		"Asks for what is not given. `--key -` reads the key from stdin, so that it is in no list of processes.",
		"The server is asked before anything is kept. EDGEHOOK_SERVER and EDGEHOOK_API_KEY go before what is kept.",
	],
	examples: [
		"edgehook login --server https://hooks.example.com",
		"echo $KEY | edgehook login --server https://hooks.example.com --key -",
	],
	async run({ settings, isJson, terminal }) {
		const server = settings.server ?? toServerUrl(await ask("Server: ", "--server"));
		const given = settings.apiKey ?? (await ask("API key (not shown): ", "--key", true));
		const apiKey = (given === "-" ? await readInput("-") : given).trim();
		if (!/^[\x21-\x7e]+$/.test(apiKey)) {
			throw new UsageError("The API key must be one line without spaces, like ehsk_….");
		}
		if (new URL(server).protocol === "http:" && !isLocal(server)) {
			terminal.note(`${server} has no encryption: the key can be read on its way.`, "yellow");
		}
		await assertWorks(new Api({ server, apiKey }, (message) => terminal.note(message, "yellow")));
		settings.save({ server, apiKey });
		if (isJson) terminal.printJson({ server, file: settings.file });
		else terminal.print(`Logged in to ${server}. Kept in ${settings.file}.`);
		return undefined;
	},
});

export const logout = command({
	name: "logout",
	about: "Forget the server and the key",
	positionals: [],
	options: {},
	notes: ["The key itself still works; `edgehook keys revoke` ends it."],
	examples: ["edgehook logout"],
	async run({ settings, isJson, terminal }) {
		settings.forget();
		if (isJson) terminal.printJson({ file: settings.file });
		else terminal.print(`${settings.file} is gone.`);
		return undefined;
	},
});

/** Something that only a key of an organisation may do. */
async function assertWorks(api: Api): Promise<void> {
	try {
		for await (const _ of api.list("/app/", 1)) break;
	} catch (error) {
		if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 403)) throw error;
		const why =
			error.status === 403
				? "This key is for one application alone. Use an API key (ehsk_…)."
				: `${api.server} does not accept this API key.`;
		throw new CliError(`${why} Nothing was kept.`, error.details);
	}
}

const isLocal = (server: string) =>
	/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(server).hostname);
