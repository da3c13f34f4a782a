// How a receiver finds out that a request is genuine, in steps and as a command.
import { rich, t } from "../../texts/index.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { ExternalLink } from "../../ui/link.tsx";

const SPECIFICATION = "https://www.standardwebhooks.com/";

/** `sent` are the headers of the request: they tell which names were used. */
export function VerifyHelp({ sent }: { sent: Readonly<Record<string, string>> }) {
	const name = Object.keys(sent).find((header) => header.endsWith("-signature"));
	const prefix = name?.slice(0, -"-signature".length) ?? "webhook";
	const header = (part: string) => <code>{`${prefix}-${part}`}</code>;
	return (
		<>
			<p>{t("verify.intro")}</p>
			<ol class="steps">
				<li>{rich("verify.content", { id: header("id"), timestamp: header("timestamp") })}</li>
				<li>{t("verify.hmac")}</li>
				<li>{rich("verify.compare", { signature: header("signature") })}</li>
				<li>{t("verify.time")}</li>
			</ol>
			<CodeBlock label={t("verify.command")} text={command(sent, prefix)} isWrapped />
			<p>
				{rich("verify.library", {
					link: <ExternalLink url={SPECIFICATION}>Standard Webhooks</ExternalLink>,
				})}
			</p>
		</>
	);
}

const command = (sent: Readonly<Record<string, string>>, prefix: string) =>
	[
		"secret='whsec_…'",
		// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the shell's
		"key=$(printf '%s' \"${secret#whsec_}\" | base64 -d | od -An -v -tx1 | tr -d ' \\n')",
		`printf '%s' '${sent[`${prefix}-id`] ?? "…"}.${sent[`${prefix}-timestamp`] ?? "…"}.'"$body" |`,
		'  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64',
	].join("\n");
