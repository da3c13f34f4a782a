// A form over the page: fields, and two buttons of which one leaves everything as it was.
import type { ComponentChildren } from "preact";
import { t } from "../texts/index.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

export const FormDialog = ({
	title,
	submit,
	isBusy,
	onSubmit,
	onClose,
	children,
}: {
	title: string;
	/** Says what happens, as in «Create key». */
	submit: string;
	isBusy: boolean;
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
	</Dialog>
);
