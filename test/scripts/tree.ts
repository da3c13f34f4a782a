// A copy of the project to run its scripts in: with a build, a state and settings of its own.
import { spawnSync } from "node:child_process";
import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const root = join(import.meta.dirname, "..", "..");
const COPIED = ["src", "scripts", "migrations", "portal", "openapi.json", "wrangler.toml"];
const MORE = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.base.json"];

/** All that a script is told of where it runs. */
const { PATH, NODE_COMPILE_CACHE } = process.env;
const known = { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };

export class Tree {
	/** Further variables of what is run. */
	readonly environment: Record<string, string> = {};
	readonly #directory = mkdtempSync(join(tmpdir(), "edgehook-tree-"));

	constructor() {
		for (const path of [...COPIED, ...MORE]) {
			cpSync(join(root, path), join(this.#directory, path), { recursive: true });
		}
		symlinkSync(join(root, "node_modules"), join(this.#directory, "node_modules"));
	}

	/** Runs one of the project's scripts to its end, away from anybody's account. */
	run(...args: string[]): { code: number | null; output: string } {
		const { status, stdout, stderr } = spawnSync(process.execPath, args, {
			cwd: this.#directory,
			encoding: "utf8",
			env: { ...known, HOME: this.#directory, CI: "true", ...this.environment },
		});
		return { code: status, output: `${stdout}${stderr}` };
	}

	edit(path: string, change: (text: string) => string): void {
		const file = join(this.#directory, path);
		writeFileSync(file, change(readFileSync(file, "utf8")));
	}

	/** Rows of its local database; each wrangler that is asked takes seconds to start. */
	read(sql: string): Record<string, unknown>[] {
		const folder = join(this.#directory, ".wrangler", "state", "v3", "d1");
		const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
		const name = files.find((file) => /[0-9a-f]{64}\.sqlite$/.test(file));
		if (name === undefined) throw new Error(`no database among ${files.join(", ")}`);
		const database = new DatabaseSync(join(folder, name), { readOnly: true });
		try {
			return database.prepare(sql).all();
		} finally {
			database.close();
		}
	}

	remove(): void {
		rmSync(this.#directory, { recursive: true, force: true });
	}
}
