// Which server, and the key to it: from flags, the environment, or the private file that `login` writes.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { CliError, codeOf, messageOf, UsageError } from "./errors.ts";

export type Connection = { server: string; apiKey: string };

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

export class Settings {
	readonly #env: NodeJS.ProcessEnv;
	readonly #flags: { server?: string | undefined; key?: string | undefined };
	readonly file: string;

	constructor(
		env: NodeJS.ProcessEnv,
		flags: { server?: string | undefined; key?: string | undefined },
	) {
		this.#env = env;
		this.#flags = flags;
		const home = env.XDG_CONFIG_HOME || join(homedir(), ".config");
		this.file = join(home, "edgehook", "config.json");
	}

	/** What flags or the environment name; null when they name none. */
	get server(): string | null {
		const given = this.#flags.server ?? (this.#env.EDGEHOOK_SERVER || undefined);
		return given === undefined ? null : toServerUrl(given);
	}

	get apiKey(): string | null {
		return this.#flags.key ?? (this.#env.EDGEHOOK_API_KEY || null);
	}

	get connection(): Connection {
		const { server, apiKey } = this;
		if (server !== null && apiKey !== null) return { server, apiKey };
		const kept = this.#read();
		const chosen = server ?? kept?.server;
		if (chosen === undefined) {
			throw new CliError(
				"No server is known. Run `edgehook login`, or set EDGEHOOK_SERVER and EDGEHOOK_API_KEY.",
				{ code: "no_server" },
			);
		}
		if (apiKey !== null) return { server: chosen, apiKey };
		// A key is never shown to another server than its own.
		if (kept?.server === chosen) return { server: chosen, apiKey: kept.apiKey };
		throw new CliError(
			`No key for ${chosen} is known. Run \`edgehook login --server ${chosen}\`, or set EDGEHOOK_API_KEY.`,
			{ code: "no_key" },
		);
	}

	/** Keeps them where only this user can read. */
	save(connection: Connection): void {
		try {
			const folder = dirname(this.file);
			mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
			const draft = `${this.file}.${process.pid}`;
			writeFileSync(draft, `${JSON.stringify(connection, null, 2)}\n`, { mode: OWNER_ONLY });
			// The mode above is for new files only.
			chmodSync(draft, OWNER_ONLY);
			renameSync(draft, this.file);
		} catch (error) {
			throw new CliError(`Cannot write ${this.file}: ${messageOf(error)}`);
		}
	}

	forget(): void {
		rmSync(this.file, { force: true });
	}

	#read(): Connection | null {
		let text: string;
		try {
			text = readFileSync(this.file, "utf8");
		} catch (error) {
			if (codeOf(error) === "ENOENT") return null;
			throw new CliError(`Cannot read ${this.file}: ${messageOf(error)}`);
		}
		try {
			const { server, apiKey } = JSON.parse(text);
			if (typeof server === "string" && typeof apiKey === "string") return { server, apiKey };
		} catch {
			// What follows says it.
		}
		throw new CliError(`${this.file} is broken. Run \`edgehook login\` to write it again.`);
	}
}

/** The address without what people paste behind it. */
export function toServerUrl(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : null;
	if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search !== "") {
		throw new UsageError(
			`The server must be an address like https://hooks.example.com, not «${text}».`,
		);
	}
	const path = url.pathname.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
	return url.origin + path;
}
