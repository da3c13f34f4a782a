// `listen`.
import { type Api, segment } from "../api.ts";
import { command } from "../command.ts";
import { EXIT, UsageError } from "../errors.ts";
import { type Delivery, startReceiver } from "../local-receiver.ts";
import { printable, type Terminal } from "../terminal.ts";
import { toVerificationKey, type Verdict } from "../verification.ts";

const PORT_DEFAULT = "8788";
const PORT_MAX = 65_535;

export const listen = command({
	name: "listen",
	about: "Receive deliveries on this machine: print and verify each, and hand it on",
	positionals: [],
	options: {
		port: {
			type: "string",
			value: "PORT",
			about: `Where to listen; ${PORT_DEFAULT} when left out, 0 for a free one`,
		},
		host: {
			type: "string",
			value: "HOST",
			about: "The address to listen at; 127.0.0.1 when left out",
		},
		secret: {
			type: "string",
			value: "SECRET",
			multiple: true,
			about: "Check signatures with it: whsec_… or whpk_… (EDGEHOOK_SECRET)",
		},
		endpoint: {
			type: "string",
			value: "APP/ENDPOINT",
			about: "Take the secret of this endpoint from the server",
		},
		forward: {
			type: "string",
			value: "PORT|URL",
			about: "Hand deliveries on, and its answer back",
		},
		status: { type: "string", value: "CODE", about: "Answer with it; 200 when left out" },
	},
	notes: [
		"A delivery with a wrong signature is answered 401 and not handed on. With --json, each is one line.",
	],
	examples: [
		"edgehook listen --endpoint acme/main",
		"edgehook listen --secret whsec_… --forward 3000",
		"edgehook listen --status 500    # to see how Edgehook tries again",
	],
	async run({ options, isJson, terminal, connect }) {
		const secrets = options.secret ?? process.env.EDGEHOOK_SECRET?.split(",") ?? [];
		if (options.endpoint !== undefined) secrets.push(await secretOf(connect(), options.endpoint));
		const url = await startReceiver({
			host: options.host ?? "127.0.0.1",
			port: toNumber("port", options.port ?? PORT_DEFAULT, 0, PORT_MAX),
			keys: secrets.filter((secret) => secret !== "").map(toVerificationKey),
			target: options.forward === undefined ? null : toTarget(options.forward),
			status: toNumber("status", options.status ?? "200", 200, 599),
			onDelivery: (delivery) =>
				isJson ? terminal.printJsonLine(toRecord(delivery)) : print(delivery, terminal),
		});
		for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(EXIT.ok));
		const checked = secrets.length > 0 ? "" : " Signatures are not checked: give --secret.";
		terminal.note(`Listening at ${url} (stop with Ctrl+C).${checked}`);
		return new Promise<never>(() => undefined);
	},
});

async function secretOf(api: Api, name: string): Promise<string> {
	const [, app, endpoint] = /^([^/]+)\/([^/]+)$/.exec(name) ?? [];
	if (app === undefined || endpoint === undefined) {
		throw new UsageError(`--endpoint must be APP/ENDPOINT, like acme/main; not «${name}».`);
	}
	const path = `/app/${segment(app)}/endpoint/${segment(endpoint)}/secret/`;
	return (await api.request<{ key: string }>("GET", path)).key;
}

function toTarget(text: string): URL {
	const address = /^\d+$/.test(text) ? `http://127.0.0.1:${text}/` : text;
	if (URL.canParse(address) && /^https?:\/\//.test(address)) return new URL(address);
	throw new UsageError(
		`--forward must be a port or an address like http://127.0.0.1:3000/hook; not «${text}».`,
	);
}

function toNumber(option: string, text: string, min: number, max: number): number {
	const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
	if (number >= min && number <= max) return number;
	throw new UsageError(`--${option} must be a whole number from ${min} to ${max}; not «${text}».`);
}

function toRecord({ at, request, body, verdict, reply, isForwarded, durationMs }: Delivery) {
	return {
		at: at.toISOString(),
		id: idOf(request),
		method: request.method,
		path: request.url,
		headers: request.headers,
		body: body.toString("utf8"),
		signature: verdict.kind,
		...(verdict.kind === "wrong" && { why: verdict.why }),
		status: reply.status,
		forwarded: isForwarded,
		...(reply.problem !== undefined && { problem: reply.problem }),
		durationMs,
	};
}

function print(delivery: Delivery, terminal: Terminal): void {
	const { at, request, body, verdict, reply, isForwarded, durationMs } = delivery;
	const status = terminal.style(reply.status < 300 ? "green" : "red", String(reply.status));
	const head = [
		terminal.style("dim", at.toLocaleTimeString("en-GB")),
		terminal.style("cyan", printable(idOf(request) ?? "(no webhook-id)")),
		printable(`${request.method} ${request.url}`),
		words(verdict, terminal),
		`→ ${status}${isForwarded ? ` forwarded, ${durationMs} ms` : ""}`,
	];
	terminal.print(head.join("  "));
	terminal.print(printable(indent(body.toString("utf8"))));
	if (reply.problem !== undefined) terminal.note(`not forwarded: ${reply.problem}`, "red");
}

function words(verdict: Verdict, terminal: Terminal): string {
	switch (verdict.kind) {
		case "verified":
			return terminal.style("green", "signature verified");
		case "wrong":
			return terminal.style("red", `SIGNATURE WRONG: ${verdict.why}`);
		case "unchecked":
			return terminal.style("dim", "signature not checked");
	}
}

const idOf = ({ headers }: Delivery["request"]): string | null =>
	String(headers["webhook-id"] ?? headers["svix-id"] ?? "") || null;

const indent = (text: string) => text.replaceAll(/^/gm, "  ");
