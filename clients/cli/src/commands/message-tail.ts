// `message tail`.
import { command } from "../command.ts";
import { toMoment } from "../durations.ts";
import { EXIT } from "../errors.ts";
import type { Message } from "../records.ts";
import { tailMessages } from "../tail.ts";
import { printable, type Terminal } from "../terminal.ts";

export const messageTail = command({
	name: "message tail",
	about: "Show messages of an application as they are accepted, until Ctrl+C",
	positionals: ["APP"],
	options: {
		since: { type: "string", value: "WHEN", about: "Begin earlier: 15m ago, or at a time" },
		payload: { type: "boolean", about: "Show payloads, too" },
		type: { type: "string", value: "NAME", multiple: true, about: "Only these event types" },
		channel: { type: "string", value: "NAME", about: "Only this channel" },
		tag: { type: "string", value: "NAME", about: "Only this tag" },
	},
	notes: ["With --json, each message is one line."],
	examples: [
		"edgehook message tail acme --payload",
		"edgehook message tail acme --type invoice.paid --since 1h --json | jq .id",
	],
	async run({ args, options, isJson, terminal, connect }) {
		for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(EXIT.ok));
		const { since } = options;
		const withContent = options.payload === true;
		const api = connect();
		terminal.note(`Messages of ${args.APP} (stop with Ctrl+C):`);
		return tailMessages({
			api,
			application: args.APP,
			filters: { eventTypes: options.type?.join(","), channel: options.channel, tag: options.tag },
			since: since === undefined ? null : toMoment("since", since, -1, Date.now()).getTime(),
			withContent,
			onMessage: (message) => {
				if (!isJson) return print(message, withContent, terminal);
				const { payload, ...rest } = message;
				terminal.printJsonLine(withContent ? { ...rest, payload } : rest);
			},
			onNote: (note) => terminal.note(note, "yellow"),
		});
	},
});

function print(message: Message, withContent: boolean, terminal: Terminal): void {
	const { timestamp, eventType, id, eventId, channels, tags, payload } = message;
	// Each by itself: what is put around it later are commands to the terminal.
	const labels = [
		...(eventId === null ? [] : [eventId]),
		...(channels ?? []).map((channel) => `@${channel}`),
		...(tags ?? []).map((tag) => `#${tag}`),
	];
	const time = new Date(timestamp).toLocaleTimeString("en-GB");
	const head = [
		terminal.style("dim", time),
		terminal.style("cyan", printable(eventType)),
		printable(id),
		terminal.style("dim", printable(labels.join(" "))),
	];
	terminal.print(head.join("  ").trimEnd());
	if (withContent) terminal.print(printable(JSON.stringify(payload, null, 2)));
}
