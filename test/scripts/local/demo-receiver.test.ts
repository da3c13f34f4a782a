// The demo receiver finds a port and tells right signatures from wrong ones.
import { Webhook } from "standardwebhooks";
import { afterEach, expect, test, vi } from "vitest";
import { type DemoReceiver, startDemoReceiver } from "../../../scripts/local/demo-receiver.ts";

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const receivers: DemoReceiver[] = [];

afterEach(() => {
	for (const receiver of receivers.splice(0)) receiver.stop();
	vi.restoreAllMocks();
});

async function start(port: number): Promise<URL> {
	const receiver = await startDemoReceiver(port, async () => SECRET);
	receivers.push(receiver);
	return new URL(receiver.url);
}

test("It takes a free port when the wanted one is taken or out of range", async () => {
	const first = await start(0);
	const second = await start(Number(first.port));
	const third = await start(66_000);
	expect(new Set([first.port, second.port, third.port]).size).toBe(3);
});

test.each([
	["{}", "signature verified"],
	["{ }", "SIGNATURE WRONG"],
])("A signature of {} on the body %s: %s", async (body, verdict) => {
	const log = vi.spyOn(console, "log").mockImplementation(() => {});
	const at = new Date();
	const headers = {
		"webhook-id": "msg_1",
		"webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
		"webhook-signature": new Webhook(SECRET).sign("msg_1", at, "{}"),
	};
	const response = await fetch(await start(0), { method: "POST", body, headers });
	expect(response.status).toBe(200);
	expect(log).toHaveBeenCalledWith(`Delivered: msg_1 ${body} (${verdict})`);
});
