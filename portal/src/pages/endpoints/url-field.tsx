// The address of an endpoint, judged when one leaves it and while one mends it.
import { useState } from "preact/hooks";
import { t } from "../../texts/index.ts";
import { Field } from "../../ui/field.tsx";
import { urlComplaint, urlHint } from "./endpoint-draft.ts";

export function UrlField({
	value,
	onChange,
	isAsked,
	refusal,
	hasFocus = false,
}: {
	value: string;
	onChange: (url: string) => void;
	/** Whether the reader has tried to go on: then an empty address is told, too. */
	isAsked: boolean;
	/** What the API said about it. */
	refusal: string | undefined;
	hasFocus?: boolean;
}) {
	const [isLeft, setLeft] = useState(false);
	const own = (isLeft && value.trim() !== "") || isAsked ? urlComplaint(value) : undefined;
	return (
		<Field label={t("endpoint.url")} hint={urlHint(value)} error={own ?? refusal}>
			{(control) => (
				<input
					{...control}
					type="text"
					inputMode="url"
					placeholder="https://example.com/webhooks"
					autocomplete="off"
					spellcheck={false}
					autofocus={hasFocus}
					value={value}
					onInput={(event) => onChange(event.currentTarget.value)}
					onBlur={() => setLeft(true)}
				/>
			)}
		</Field>
	);
}
