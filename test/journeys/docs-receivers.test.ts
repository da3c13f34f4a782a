// The receivers of the guides, in each language that this machine has, with real deliveries and with forged ones.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { listMarked } from "../support/guides.ts";
import { type Customer, Installation } from "../support/journey.ts";
import { waitFor } from "../support/local-server.ts";

const installation = new Installation({});
const directory = mkdtempSync(join(tmpdir(), "edgehook-receivers-"));
let running: ChildProcess | null = null;
/** A second try needs a customer of its own. */
let tries = 0;

beforeAll(() => installation.start());
afterEach(() => {
	if (running?.pid !== undefined) process.kill(-running.pid, "SIGKILL");
	running = null;
});
afterAll(async () => {
	await installation.stop();
	rmSync(directory, { recursive: true });
});

/** How each is started; Ed25519 is not in every language's own library. */
const LANGUAGES = {
	node: { file: "receiver.mjs", command: [process.execPath, "receiver.mjs"], asymmetric: true },
	python: { file: "receiver.py", command: ["python3", "receiver.py"], asymmetric: false },
	go: { file: "receiver.go", command: ["go", "run", "receiver.go"], asymmetric: true },
	ruby: { file: "receiver.rb", command: ["ruby", "receiver.rb"], asymmetric: true },
	php: {
		file: "receiver.php",
		command: ["sh", "-c", "exec php -S 127.0.0.1:$PORT receiver.php"],
		needs: "php",
		asymmetric: true,
	},
	java: { file: "Receiver.java", command: ["java", "Receiver.java"], asymmetric: true },
} as const;

const isMissing = (program: string): boolean => {
	const { error } = spawnSync(program, [program === "go" ? "version" : "--version"]);
	return error !== undefined;
};

for (const [language, how] of Object.entries(LANGUAGES)) {
	const program = "needs" in how ? how.needs : how.command[0];
	const missing = isMissing(program);
	const note = missing ? ` (left out: ${program} is not installed)` : "";
	const kinds = how.asymmetric ? (["whsec", "whpk"] as const) : (["whsec"] as const);
	test.skipIf(missing).each(kinds)(
		`The receiver in ${language} takes what is signed with %s, once${note}`,
		async (kind) => {
			const [block] = listMarked("docs/guides/receiving.md", `receiver=${language}`);
			writeFileSync(join(directory, how.file), block?.code ?? "");
			tries += 1;
			await takesDeliveries(`${language}-${kind}-${tries}`, kind, how.command);
		},
	);
}

async function takesDeliveries(
	name: string,
	kind: "whsec" | "whpk",
	command: readonly string[],
): Promise<void> {
	const customer = await installation.customer(name);
	const pair = generateKeyPairSync("ed25519");
	const fields = kind === "whpk" ? { secret: toSecret(pair) } : {};
	const port = await freePort();
	const url = `http://127.0.0.1:${port}/webhooks`;
	await customer.call("POST", "/endpoint", { uid: "main", url, ...fields });
	const { key } = await customer.call("GET", "/endpoint/main/secret/");
	expect(key.startsWith(`${kind}_`)).toBe(true);
	// Another endpoint with the same secret, to see what was sent.
	const same = kind === "whpk" ? fields : { secret: key };
	await customer.endpoint("copy", "", same);

	let output = "";
	const [program = "", ...args] = command;
	const env = { ...process.env, SECRET: key, PORT: String(port) };
	const child = spawn(program, args, { cwd: directory, env, detached: true });
	running = child;
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (chunk: Buffer) => {
			output += chunk;
		});
	}
	await waitFor(`${name} listens`, () => answers(port), 90_000).catch((error: Error) => {
		throw new Error(`${error.message}: ${output}`);
	});

	const message = await customer.send("invoice.paid", { payload: { id: "inv_1", who: "Zoë" } });
	await customer.stands(message, "main", "delivered");
	await customer.call("POST", `/msg/${message}/endpoint/main/resend/`);
	const statuses = async () => {
		const { data } = await customer.call("GET", `/attempt/endpoint/main/`);
		return data.map(({ responseStatusCode }: { responseStatusCode: number }) => responseStatusCode);
	};
	await waitFor("two attempts", async () => (await statuses()).length === 2);
	expect(await statuses()).toEqual([204, 204]);
	await waitFor("it says what it received", () => output.includes(message));
	expect(output.split("received").length - 1, output).toBe(1);
	const toSignature = (content: string) => {
		if (kind === "whpk")
			return `v1a,${sign(null, Buffer.from(content), pair.privateKey).toString("base64")}`;
		const raw = Buffer.from(key.slice("whsec_".length), "base64");
		return `v1,${createHmac("sha256", raw).update(content).digest("base64")}`;
	};
	await refusesForgeries(customer, url, toSignature);
}

/** A delivery with anything changed is answered 401, and so is one that is old; the same one as it was is not. */
async function refusesForgeries(
	customer: Customer,
	url: string,
	toSignature: (content: string) => string,
): Promise<void> {
	await customer.arrives("copy", 1);
	const [{ headers, body } = { headers: {}, body: "" }] = customer.seen("copy");
	const given = new Map(Object.entries(headers));
	const header = (name: string) => String(given.get(`webhook-${name}`));
	const genuine = {
		"content-type": "application/json",
		"webhook-id": header("id"),
		"webhook-timestamp": header("timestamp"),
		"webhook-signature": header("signature"),
	};
	const at = (seconds: number) => {
		const time = String(Number(header("timestamp")) + seconds);
		const signature = toSignature(`${header("id")}.${time}.${body}`);
		return { "webhook-timestamp": time, "webhook-signature": signature };
	};
	const post = async (changes: Record<string, string>, text = body) => {
		const request = { method: "POST", headers: { ...genuine, ...changes }, body: text };
		return (await fetch(url, request)).status;
	};
	const other = genuine["webhook-signature"].replace(/,(.)/, (_, first) =>
		first === "A" ? ",B" : ",A",
	);
	expect(await post({})).toBe(204);
	expect(await post({}, body.replace("inv_1", "inv_2"))).toBe(401);
	expect(await post({ "webhook-id": "msg_other" })).toBe(401);
	expect(await post({ ...at(-200) })).toBe(204);
	expect(await post({ ...at(-400) })).toBe(401);
	expect(await post({ ...at(400) })).toBe(401);
	expect(await post({ "webhook-timestamp": "soon" })).toBe(401);
	expect(await post({ "webhook-signature": other })).toBe(401);
	expect(await post({ "webhook-signature": "" })).toBe(401);
	// While a secret is rotated there are several.
	const malformed = [
		other,
		"v1,",
		"v1a,AAAA",
		"v1,!!!",
		"v1",
		"v1a,",
		"v9,QUJD",
		`v1a,${"/".repeat(86)}==`,
	];
	for (const before of malformed) {
		const several = `${before} ${genuine["webhook-signature"]}`;
		expect(await post({ "webhook-signature": several }), before).toBe(204);
	}
}

function toSecret(pair: { privateKey: KeyObject; publicKey: KeyObject }): string {
	const seed = pair.privateKey.export({ format: "der", type: "pkcs8" }).subarray(-32);
	const open = pair.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
	return `whsk_${Buffer.concat([seed, open]).toString("base64")}`;
}

const answers = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1");
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
		socket.once("connect", () => socket.destroy());
	});

const freePort = (): Promise<number> =>
	new Promise((resolve) => {
		const server = createServer().listen(0, "127.0.0.1", () => {
			const address = server.address();
			const port = typeof address === "object" && address !== null ? address.port : 0;
			server.close(() => resolve(port));
		});
	});
