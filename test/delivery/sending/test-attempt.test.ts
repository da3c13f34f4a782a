// Tests of endpoints stop with all other delivery.
import { expect, test } from "vitest";
import { FIRST_ORGANISATION } from "../../../src/services/api-keys.ts";
import { newApi, newApp, newTarget } from "../../support/api.ts";
import { expectError } from "../../support/contract.ts";

test("while the operator has paused all delivery nothing is sent", async () => {
	const operator = await newApi(FIRST_ORGANISATION);
	const api = await newApi();
	const target = newTarget();
	const app = `/app/${await newApp(api)}`;
	const { body } = await api("POST", `${app}/endpoint`, { url: target.url });
	const attempt = () =>
		api("POST", `${app}/endpoint/${body.id}/test-attempt`, { eventType: "a", payload: {} });
	await operator("PUT", "/operator/delivery", { paused: true });
	expectError(await attempt(), 409, "conflict");
	await operator("PUT", "/operator/delivery", { paused: false });
	expect((await attempt()).status).toBe(200);
	expect(await target.seen()).toHaveLength(1);
});
