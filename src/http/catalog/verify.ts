// How a receiver tells a webhook from a forgery.
import type { Config } from "../../platform/config.ts";
import { type Html, html } from "../html.ts";
import { codeBlock } from "./code.ts";

const CODE = `import { Webhook } from "standardwebhooks";

// secret: whsec_… of your endpoint
// body: the request's text as it arrived
const webhook = new Webhook(secret);
const event = webhook.verify(body, headers);`;

type VerifyConfig = Pick<Config, "headerPrefix" | "deliveryTimeoutMs">;

/** The sign before its name cannot be in an event type's. */
export const VERIFY_ID = "~verify";

export function verifySection({ headerPrefix, deliveryTimeoutMs }: VerifyConfig): Html {
	const seconds = Math.max(1, Math.floor(deliveryTimeoutMs / 1000));
	const prefix = headerPrefix === "svix" ? "svix" : "webhook";
	const by = prefix === "svix" ? CODE.replace("standardwebhooks", "svix") : CODE;
	return html`<section id="${VERIFY_ID}" class="verify"><h2>How to verify</h2><div class="content"><div class="steps"><p>Every request is signed with the secret of your endpoint. Check the signature before you trust what it says.</p><ol><li><code>${prefix}-id</code> is the same on every attempt: remember it to leave out what you have had.</li><li><code>${prefix}-timestamp</code> is when it was sent, in seconds: refuse what is more than five minutes old.</li><li><code>${prefix}-signature</code> holds signatures with spaces between them. Make the HMAC-SHA256 of <code>id.timestamp.body</code> with the secret, decoded from the base64 behind <code>whsec_</code>. One that begins with <code>v1,</code> must be equal to it, in base64.</li></ol><p>Answer with a status of 200 to 299 within ${seconds} seconds. Anything else is tried again later.</p></div>${codeBlock("Check a signature in JavaScript", by)}</div></section>`;
}
