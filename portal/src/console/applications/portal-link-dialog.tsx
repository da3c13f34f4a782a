// A link into the portal of an application: what its session may do, and how the portal looks. Shown once.
import { useState } from "preact/hooks";
import { request } from "../../lib/api.ts";
import { useAction } from "../../lib/query.ts";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { ChipsInput } from "../../ui/chips-input.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import { Note } from "../../ui/states.tsx";
import { FormDialog } from "../form-dialog.tsx";
import type { ApplicationOut, AppPortalAccessOut } from "../models.ts";

const CAPABILITIES = [
	"ManageEndpoint",
	"ManageEndpointSecret",
	"ViewEndpointSecret",
	"CreateAttempts",
] as const;

const EXPIRIES = { 3600: "hour", 86400: "day", 604800: "week" } as const;
const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];

export function PortalLinkDialog({ app, onClose }: { app: ApplicationOut; onClose: () => void }) {
	const [granted, setGranted] = useState<readonly string[]>(CAPABILITIES);
	const [flags, setFlags] = useState<string[]>([]);
	const [sessionId, setSessionId] = useState("");
	const [expiry, setExpiry] = useState("3600");
	const [theme, setTheme] = useState<Theme>("auto");
	const [url, setUrl] = useState<string | null>(null);
	const make = useAction(async () => {
		const body = {
			capabilities: ["ViewBase", ...granted],
			expiry: Number(expiry),
			...(flags.length > 0 && { featureFlags: flags }),
			...(sessionId.trim() !== "" && { sessionId: sessionId.trim() }),
		};
		const path = `/auth/app-portal-access/${app.id}/`;
		const made = await request<AppPortalAccessOut>("POST", path, { body });
		setUrl(withTheme(made.url, theme));
	});
	const refused = make.error?.fields ?? {};
	if (url !== null) return <MadeLink url={url} onClose={onClose} />;
	return (
		<FormDialog
			title={t("console.link.title", { name: app.name })}
			submit={t("console.link.make")}
			action={make}
			shown={["sessionId"]}
			onSubmit={() => void make.run()}
			onClose={onClose}
		>
			<fieldset class="checks">
				<legend>{t("console.link.may")}</legend>
				{CAPABILITIES.map((name) => (
					<Checkbox
						key={name}
						label={t(`console.link.${name}`)}
						isChecked={granted.includes(name)}
						onChange={(isChecked) =>
							setGranted(isChecked ? [...granted, name] : granted.filter((one) => one !== name))
						}
					/>
				))}
			</fieldset>
			<div class="field-row">
				<Select
					label={t("console.link.expiry")}
					value={expiry}
					onChange={setExpiry}
					options={Object.entries(EXPIRIES).map(([value, name]) => ({
						value,
						label: t(`console.link.${name}`),
					}))}
				/>
				<Select
					label={t("console.link.theme")}
					value={theme}
					onChange={setTheme}
					options={THEMES.map((value) => ({ value, label: t(`theme.${value}`) }))}
				/>
			</div>
			<ChipsInput
				label={t("console.link.flags")}
				hint={t("console.link.flagsHint")}
				values={flags}
				onChange={setFlags}
				isOptional
			/>
			<TextField
				label={t("console.link.session")}
				hint={t("console.link.sessionHint")}
				value={sessionId}
				onChange={setSessionId}
				error={refused.sessionId}
				isOptional
				autocomplete="off"
				spellcheck={false}
			/>
		</FormDialog>
	);
}

const MadeLink = ({ url, onClose }: { url: string; onClose: () => void }) => (
	<Dialog
		title={t("console.link.made")}
		onClose={onClose}
		footer={
			<>
				<Button onClick={onClose}>{t("dialog.close")}</Button>
				<Button
					look="primary"
					icon="external"
					onClick={() => {
						// Without `noopener` the portal could not ask this page for anything either, but need not know it.
						window.open(url, "_blank", "noopener,noreferrer");
						onClose();
					}}
				>
					{t("console.link.tab")}
				</Button>
			</>
		}
	>
		<Note kind="warning">{t("console.link.once")}</Note>
		<div class="shown-once">
			<code class="portal-link">{url}</code>
			<CopyButton text={url} label={t("console.link.copy")} />
		</div>
	</Dialog>
);

function withTheme(url: string, theme: Theme): string {
	const link = new URL(url);
	link.searchParams.set("darkMode", theme === "auto" ? "auto" : String(theme === "dark"));
	return link.href;
}
