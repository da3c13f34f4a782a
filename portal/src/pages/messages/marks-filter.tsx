// The channel and the tag that messages are to have.
import { useState } from "preact/hooks";
import { t } from "../../texts/index.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Popover } from "./popover.tsx";

type Marks = { channel: string | null; tag: string | null };

export function MarksFilter({
	channel,
	tag,
	onChange,
}: Marks & { onChange: (marks: Marks) => void }) {
	const shown = [channel, tag && `#${tag.replace(/^#/, "")}`].filter(Boolean).join(", ");
	return (
		<Popover
			label={t("messages.more")}
			text={shown || t("messages.more")}
			isSet={shown !== ""}
			icon="filter"
		>
			{(close) => (
				<MarksForm
					channel={channel}
					tag={tag}
					onDone={(marks) => {
						onChange(marks);
						close();
					}}
				/>
			)}
		</Popover>
	);
}

function MarksForm({ channel, tag, onDone }: Marks & { onDone: (marks: Marks) => void }) {
	const [typed, setTyped] = useState({ channel: channel ?? "", tag: tag ?? "" });
	return (
		<form
			class="popover-form"
			onSubmit={(event) => {
				event.preventDefault();
				onDone({ channel: typed.channel.trim() || null, tag: typed.tag.trim() || null });
			}}
		>
			<TextField
				label={t("messages.channel")}
				value={typed.channel}
				onChange={(text) => setTyped({ ...typed, channel: text })}
				spellcheck={false}
				maxLength={128}
			/>
			<TextField
				label={t("messages.tag")}
				value={typed.tag}
				onChange={(text) => setTyped({ ...typed, tag: text })}
				spellcheck={false}
				maxLength={128}
			/>
			<Button type="submit" look="primary">
				{t("messages.apply")}
			</Button>
		</form>
	);
}
