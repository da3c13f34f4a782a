// The operator's switch: pauses all delivery of the installation. An object without alarms, made with the
// library that the installation's card asks for; all that matters to delivery is in native objects.
import { createDurable } from "itty-durable";
import type { DeliveryState } from "../platform/operator-switch-client.ts";

export class OperatorSwitch extends createDurable() {
	delivery: DeliveryState = { paused: false, since: null, notice: "" };

	read(): DeliveryState {
		return this.delivery;
	}

	/** Answers when it is durable. */
	async write(delivery: DeliveryState): Promise<DeliveryState> {
		this.delivery = delivery;
		await this.persist();
		return this.delivery;
	}
}
