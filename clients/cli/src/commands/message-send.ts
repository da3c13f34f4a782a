// `message send`.
import { segment } from "../api.ts";
import { command } from "../command.ts";
import { CliError, messageOf, UsageError } from "../errors.ts";
import { nameOf, readInput } from "../files.ts";

export const messageSend = command({
	name: "message send",
	about: "Send a message to every endpoint of an application that wants it",
	positionals: ["APP"],
	options: {
		type: { type: "string", value: "NAME", about: "Its event type" },
		data: {
			type: "string",
			value: "JSON|@FILE|-",
			about: "The payload: a JSON object; {} when left out",
		},
		"idempotency-key": {
			type: "string",
			value: "KEY",
			about: "Sent once, however often this runs with the same key",
		},
		"event-id": { type: "string", value: "ID", about: "Your own id of the message" },
		channel: {
			type: "string",
			value: "NAME",
			multiple: true,
			about: "Only to endpoints of these channels",
		},
		tag: { type: "string", value: "NAME", multiple: true, about: "Words to find it by" },
	},
	notes: ["The payload arrives exactly as it is written, also 20-digit integers and 1.0."],
	examples: [
		`edgehook message send acme --type invoice.paid --data '{"id": "inv_1", "amount": 100}'`,
		"edgehook message send acme --type invoice.paid --data @invoice.json --idempotency-key inv_1",
		"generate | edgehook message send acme --type invoice.paid --data -",
	],
	async run({ args, options, isJson, terminal, connect }) {
		if (options.type === undefined)
			throw new UsageError("--type is missing: the event type's name.");
		const fields = JSON.stringify({
			eventType: options.type,
			eventId: options["event-id"],
			channels: options.channel,
			tags: options.tag,
		});
		// The payload is put in as text: parsed and written again, large numbers would change.
		const payload = await readPayload(options.data ?? "{}");
		const answer = await connect().requestText("POST", `/app/${segment(args.APP)}/msg/`, {
			body: `${fields.slice(0, -1)},"payload":${payload}}`,
			idempotencyKey: options["idempotency-key"],
		});
		if (isJson) terminal.print(answer);
		else terminal.print(JSON.parse(answer).id);
		return undefined;
	},
});

async function readPayload(data: string): Promise<string> {
	const path = data.startsWith("@") ? data.slice(1) : data;
	const isFile = data === "-" || data.startsWith("@");
	const text = isFile ? await readInput(path) : data;
	const name = isFile ? nameOf(path) : "--data";
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch (error) {
		throw new CliError(`${name} is not JSON: ${messageOf(error)}.`, { code: "broken_json" });
	}
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return text;
	throw new CliError(`${name} must be a JSON object, like {"id": "inv_1"}.`, { code: "no_object" });
}
