// The import action: runs the command line on a file, and tells what it found.
// Plain JavaScript, because it runs from a checkout on the Node that the runner has, where nothing is installed.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { commentOnPullRequest } from "./pull-request.mjs";
import { renderReport } from "./report.mjs";

const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;
const EXIT_CHANGES = 2;
const clients = join(dirname(fileURLToPath(import.meta.url)), "..");
const { env } = process;

process.exitCode = await main();

async function main() {
	const file = env.INPUT_FILE ?? "";
	if (file === "") return fail("The input «file» is missing.");
	if (env.EDGEHOOK_SERVER === "") return fail("The input «server» is missing.");
	if (env.EDGEHOOK_API_KEY === "") {
		return fail("The input «api-key» is empty. Pull requests from forks get no secrets.");
	}
	const { status, report, message } = importFile(file);
	if (report === null) return fail(message);
	const markdown = renderReport(report, file, isSet("CHECK"));
	if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, `${markdown}\n`);
	console.log(markdown);
	writeOutputs(report);
	await comment(file, markdown);
	for (const { path, message } of report.failed) {
		command("error", `${path}: ${message}`, file);
	}
	if (status === EXIT_CHANGES) {
		return fail(`Event types differ from ${file}. Import it, or bring it up to date.`);
	}
	return status;
}

/** What the command line answers; `report` is null when it failed before it could import. */
function importFile(file) {
	const [program, ...first] = commandLine();
	const flags = ["DRY_RUN", "REPLACE_ALL", "CHECK"]
		.filter(isSet)
		.map((name) => `--${name.toLowerCase().replace("_", "-")}`);
	const args = [...first, "event-type", "import", "--json", ...flags, "--", file];
	const { status, stdout, stderr, error } = spawnSync(program, args, {
		encoding: "utf8",
		maxBuffer: OUTPUT_BYTES_MAX,
	});
	if (error !== undefined) return { status: 1, report: null, message: String(error) };
	try {
		return { status: status ?? 1, report: JSON.parse(stdout), message: "" };
	} catch {
		return { status: 1, report: null, message: readMessage(stderr) };
	}
}

/** The given one, the one built beside this file, or the published one of the same version. */
function commandLine() {
	const given = env.INPUT_COMMAND_LINE ?? "";
	const built = given === "" ? join(clients, "cli", "dist", "edgehook.mjs") : given;
	if (given !== "" || existsSync(built)) return [process.execPath, built];
	const { name, version } = JSON.parse(readFileSync(join(clients, "cli", "package.json"), "utf8"));
	return [...npx(), "--yes", `${name}@${version}`];
}

/** On Windows it is a script of the shell, which would read file names as commands: so what it runs is run. */
function npx() {
	if (process.platform !== "win32") return ["npx"];
	const npm = join(dirname(process.execPath), "node_modules", "npm");
	return [process.execPath, join(npm, "bin", "npx-cli.js")];
}

/** Other lines, of npx for example, may stand before the command line's own. */
function readMessage(stderr) {
	const last = stderr.trim().split("\n").at(-1) ?? "";
	try {
		return JSON.parse(last).error.message;
	} catch {
		return stderr.trim() || "The command line ended without an answer.";
	}
}

function writeOutputs({ created, updated, archived, failed }) {
	if (!env.GITHUB_OUTPUT) return;
	const counts = { created, updated, archived, failed };
	const changed = created.length + updated.length + archived.length > 0;
	const lines = Object.entries(counts).map(([name, list]) => `${name}=${list.length}`);
	appendFileSync(env.GITHUB_OUTPUT, `changed=${changed}\n${lines.join("\n")}\n`);
}

/** A comment that cannot be written does not fail the import. */
async function comment(file, markdown) {
	if (!env.INPUT_GITHUB_TOKEN) return;
	try {
		const where = await commentOnPullRequest(env, file, markdown);
		if (where !== null) console.log(`Commented: ${where}`);
	} catch (error) {
		command("warning", `The pull request could not be commented: ${error.message}`);
	}
}

function isSet(name) {
	return (env[`INPUT_${name}`] ?? "").trim().toLowerCase() === "true";
}

function fail(message) {
	command("error", message);
	return 1;
}

/** An annotation of the run. */
function command(kind, message, file) {
	const toLine = (text) =>
		text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
	const place =
		file === undefined ? "" : ` file=${toLine(file).replaceAll(":", "%3A").replaceAll(",", "%2C")}`;
	console.log(`::${kind}${place}::${toLine(message)}`);
}
