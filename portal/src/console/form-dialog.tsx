// A form over the page: fields, and two buttons of which one leaves everything as it was.
import type { ComponentChildren } from "preact";
import type { ApiError } from "../lib/api.ts";
import { t } from "../texts/index.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/states.tsx";

export const FormDialog = ({
	title,
	submit,
	action: { isBusy, error },
	shown,
	onSubmit,
	onClose,
	children,
}: {
	title: string;
	/** Says what happens, as in «Create key». */
	submit: string;
	action: { isBusy: boolean; error: ApiError | null };
	/** Fields that say themselves what is wrong with them. */
	shown: readonly string[];
	/** Not called while busy. */
	onSubmit: () => void;
	onClose: () => void;
	children: ComponentChildren;
}) => (
	<Dialog
		title={title}
		onClose={onClose}
		onSubmit={() => !isBusy && onSubmit()}
		footer={
			<>
				<Button onClick={onClose}>{t("dialog.cancel")}</Button>
				<Button type="submit" look="primary" isBusy={isBusy}>
					{submit}
				</Button>
			</>
		}
	>
		{children}
		{!isShown(error, shown) && <ErrorNote error={error} />}
	</Dialog>
);

/** All that is wrong stands at a field, or at the field of which it is a part. */
function isShown(error: ApiError | null, shown: readonly string[]): boolean {
	const refused = Object.keys(error?.fields ?? {});
	return (
		refused.length > 0 &&
		refused.every((name) => shown.some((one) => name === one || name.startsWith(`${one}.`)))
	);
}
