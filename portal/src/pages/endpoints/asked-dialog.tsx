// The dialog that was asked for from an endpoint's head.
import type { EndpointOut } from "../../models.ts";
import { DeleteDialog } from "./delete-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { memory } from "./endpoint-memory.ts";
import { RecoverDialog } from "./recover-dialog.tsx";
import { ReplayDialog } from "./replay-dialog.tsx";

/** `missed`: a recovery from when the endpoint was disabled. */
export type Asked = "edit" | "delete" | "recover" | "missing" | "filter" | "missed";

export function AskedDialog({
	endpoint,
	asked,
	onClose,
}: {
	endpoint: EndpointOut;
	asked: Asked | null;
	onClose: () => void;
}) {
	const missedSince = memory.get()[endpoint.id]?.missedSince ?? null;
	switch (asked) {
		case null:
			return null;
		case "edit":
			return <EditDialog endpoint={endpoint} onClose={onClose} />;
		case "delete":
			return <DeleteDialog endpoint={endpoint} onClose={onClose} />;
		case "filter":
			return <ReplayDialog endpointId={endpoint.id} onClose={onClose} />;
		case "missing":
			return <RecoverDialog kind="replay-missing" endpointId={endpoint.id} onClose={onClose} />;
		case "recover":
		case "missed":
			return (
				<RecoverDialog
					kind="recover"
					endpointId={endpoint.id}
					since={asked === "missed" ? missedSince : null}
					onClose={onClose}
				/>
			);
	}
}
