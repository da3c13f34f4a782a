// Asks before what was typed and not saved is left behind: by a link, by the browser's back button, by closing the tab.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { guardPage } from "../lib/router.ts";
import { t } from "../texts/index.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";

/** Draw the dialog that it returns. `release()` lets the page go on by itself, as after saving. */
export function useUnsaved(isChanged: boolean) {
	const [leave, setLeave] = useState<(() => void) | null>(null);
	const stop = useRef<(() => void) | null>(null);
	const release = () => stop.current?.();
	// Before the next click can come.
	useLayoutEffect(() => {
		if (!isChanged) return;
		stop.current = watch((way) => setLeave(() => way));
		return release;
	}, [isChanged]);
	const dialog = leave && (
		<ConfirmDialog
			title={t("console.unsaved.title")}
			confirm={t("console.unsaved.leave")}
			isDanger
			onClose={() => setLeave(null)}
			onConfirm={() => {
				release();
				setLeave(null);
				leave();
			}}
		>
			<p>{t("console.unsaved.text")}</p>
		</ConfirmDialog>
	);
	return { dialog, release };
}

/** Within the console the router asks; outside of it the browser. */
function watch(onLeave: (way: () => void) => void): () => void {
	const onClose = (event: BeforeUnloadEvent) => event.preventDefault();
	const unguard = guardPage(onLeave);
	addEventListener("beforeunload", onClose);
	return () => {
		unguard();
		removeEventListener("beforeunload", onClose);
	};
}
