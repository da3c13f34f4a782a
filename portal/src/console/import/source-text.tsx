// A long text to paste, to choose as a file, or to drop.
import { useRef, useState } from "preact/hooks";
import { formatNumber } from "../../lib/format.ts";
import { localeNow, t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";

/** As much as the API takes. */
const BYTES_MAX = 5 * 1024 * 1024;

export function SourceText({
	label,
	hint,
	placeholder,
	accept,
	value,
	onChange,
	error,
}: {
	label: string;
	hint: string;
	placeholder: string;
	accept: string;
	value: string;
	onChange: (text: string) => void;
	error: string | null;
}) {
	const file = useRef<HTMLInputElement>(null);
	const [tooLarge, setTooLarge] = useState<string | null>(null);
	const take = async (chosen: File | undefined) => {
		if (chosen === undefined) return;
		const isTooLarge = chosen.size > BYTES_MAX;
		setTooLarge(isTooLarge ? t("console.import.tooLarge", { name: chosen.name }) : null);
		if (!isTooLarge) onChange(await chosen.text());
	};
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is one more way to choose it
		<div
			class="source"
			onDragOver={(event) => event.preventDefault()}
			onDrop={(event) => {
				event.preventDefault();
				void take(event.dataTransfer?.files[0]);
			}}
		>
			<TextArea
				label={label}
				hint={hint}
				placeholder={placeholder}
				value={value}
				onChange={onChange}
				rows={16}
				spellcheck={false}
				autocomplete="off"
				error={tooLarge ?? error}
			/>
			<div class="row">
				<Button icon="up" onClick={() => file.current?.click()}>
					{t("console.import.file")}
				</Button>
				<span class="quiet-text">
					{value === ""
						? t("console.import.drop")
						: t("console.import.length", { length: formatNumber(value.length, localeNow()) })}
				</span>
				<input
					ref={file}
					type="file"
					hidden
					accept={accept}
					onChange={(event) => {
						void take(event.currentTarget.files?.[0]);
						event.currentTarget.value = "";
					}}
				/>
			</div>
		</div>
	);
}
