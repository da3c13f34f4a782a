// What a sender's server draws before any browser does: the component and all hooks. Run by Node.
import * as kit from "@edgehook/react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";

/** Each hook by its own name, with whatever it takes first. */
function Hook({ name }: { name: string }): ReactElement {
	// safe because all that begin with `use` are hooks, and what they take first may be an id, options or an attempt
	const hooks = kit as unknown as Record<string, (first: unknown) => { loading?: boolean }>;
	const ids =
		/^use(Endpoint|Message|BackgroundTask)$|^useEndpoint[A-Z]|^useMessage(A|E)|^useAttempted/;
	const first = name === "useAttemptFunctions" ? { msgId: "m", endpointId: "e" } : {};
	const state = hooks[name]?.(ids.test(name) ? "some-id" : first);
	return <li>{`${name} ${String(state?.loading ?? "-")}`}</li>;
}

const hooks = Object.keys(kit).filter((name) => name.startsWith("use"));
const link = "https://webhooks.example.com/login#key=e30";
const page = renderToString(
	<kit.EdgehookProvider token="t" appId="a" options={{ serverUrl: "https://webhooks.example.com" }}>
		<kit.AppPortal url={link} darkMode="auto" fullSize />
		<ul>
			{hooks.map((name) => (
				<Hook key={name} name={name} />
			))}
		</ul>
	</kit.EdgehookProvider>,
);
const unprovided = (() => {
	try {
		return renderToString(<Hook name="useEdgehook" />);
	} catch (error) {
		return String(error);
	}
})();
console.log(
	JSON.stringify({
		hooks,
		page,
		unprovided,
		isProvider: kit.SvixProvider === kit.EdgehookProvider,
	}),
);
