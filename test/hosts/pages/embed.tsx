// A sender's page with the portal in it. The test changes its props by `setProps`, and reads what it heard.
import { AppPortal, type AppPortalProps } from "@edgehook/react";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

type Wishes = AppPortalProps & { fetchesLinks?: boolean; isStrict?: boolean; isGone?: boolean };
type Host = { heard: unknown[]; setProps: (more: Wishes) => void };

// safe because the test reads and calls just these
const host = window as unknown as Host;
host.heard = [];
const hear = (what: string) => (value?: unknown) => host.heard.push([what, String(value ?? "")]);
const asked: Wishes = JSON.parse(new URLSearchParams(location.search).get("props") ?? "{}");

/** The sender's own server makes links for who is logged in there. */
async function fetchLink({ signal }: { signal: AbortSignal }): Promise<string> {
	const answer = await fetch("/link", { signal });
	if (!answer.ok) throw new Error(`no link: ${answer.status}`);
	return await answer.text();
}

function Page() {
	const [{ fetchesLinks, isStrict, isGone, ...props }, setProps] = useState(asked);
	host.setProps = (more) => setProps((old) => ({ ...old, ...more }));
	if (isGone) return <p>Gone</p>;
	return (
		<AppPortal
			{...props}
			// A new function each time, as people write it.
			getUrl={fetchesLinks ? (options) => fetchLink(options) : undefined}
			onReady={hear("ready")}
			onError={hear("error")}
			onNavigate={hear("navigate")}
			onSessionEnd={hear("sessionEnd")}
		/>
	);
}

const root = document.getElementById("root");
const page = <Page />;
if (root !== null) createRoot(root).render(asked.isStrict ? <StrictMode>{page}</StrictMode> : page);
