// Signing in with an API key; what is asked for is shown afterwards, wherever the address leads.
import { useEffect, useRef, useState } from "preact/hooks";
import { type PlainKey, t } from "../texts/index.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/choice.tsx";
import { TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icons.tsx";
import { Note } from "../ui/states.tsx";
import { type Refusal, signIn } from "./session.ts";

const WHY: Record<Refusal, PlainKey> = {
	wrong: "console.signIn.wrong",
	application: "console.signIn.application",
	unreachable: "console.signIn.unreachable",
};

export function SignInPage({ ended }: { ended: "expired" | "left" | null }) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		document.title = t("app.titleOf", {
			page: t("console.signIn.title"),
			name: t("console.title"),
		});
		// Who comes back is told why first; who comes can begin to type.
		if (ended !== null) heading.current?.focus();
	}, []);
	return (
		<main class="outside">
			<div class="sign-in">
				<span class="brand-mark">
					<Icon name="send" size={20} />
				</span>
				<h1 ref={heading} tabIndex={-1}>
					{t("console.signIn.title")}
				</h1>
				<p class="quiet-text">{t("console.signIn.intro")}</p>
				{ended === "expired" && <Note kind="warning">{t("console.signIn.expired")}</Note>}
				{ended === "left" && <Note kind="info">{t("console.signIn.left")}</Note>}
				<KeyForm hasFocus={ended === null} />
			</div>
		</main>
	);
}

function KeyForm({ hasFocus }: { hasFocus: boolean }) {
	const [key, setKey] = useState("");
	const [isKept, setKept] = useState(false);
	const [isBusy, setBusy] = useState(false);
	const [refusal, setRefusal] = useState<Refusal | "empty" | null>(null);
	const form = useRef<HTMLFormElement>(null);
	const submit = async (event: Event) => {
		event.preventDefault();
		if (isBusy) return;
		const typed = key.trim();
		if (typed === "") return refuse("empty");
		setBusy(true);
		const refused = await signIn(typed, isKept);
		setBusy(false);
		if (refused !== null) refuse(refused);
	};
	const refuse = (why: Refusal | "empty") => {
		setRefusal(why);
		form.current?.querySelector("input")?.focus();
	};
	return (
		<form ref={form} onSubmit={submit} class="stack" autocomplete="off" noValidate>
			<TextField
				label={t("console.signIn.key")}
				hint={t("console.signIn.hint")}
				type="password"
				autocomplete="off"
				spellcheck={false}
				autofocus={hasFocus}
				placeholder="ehsk_…"
				value={key}
				onChange={(text) => {
					setKey(text);
					setRefusal(null);
				}}
				error={
					refusal === null ? null : t(refusal === "empty" ? "console.signIn.empty" : WHY[refusal])
				}
			/>
			<Checkbox
				label={t("console.signIn.keep")}
				hint={t("console.signIn.keepHint")}
				isChecked={isKept}
				onChange={setKept}
			/>
			<Button type="submit" look="primary" isBusy={isBusy}>
				{t("console.signIn.do")}
			</Button>
		</form>
	);
}
