// A sender's own webhook page: each hook draws what it gives, and the test calls what it offers by `hooks`.
import {
	EdgehookProvider,
	type PaginatedOptions,
	useAttemptedMessages,
	useAttemptFunctions,
	useBackgroundTask,
	useBackgroundTasks,
	useEdgehook,
	useEndpoint,
	useEndpointFunctions,
	useEndpointHeaders,
	useEndpointLane,
	useEndpointMessageAttempts,
	useEndpointReplay,
	useEndpointSecret,
	useEndpointStats,
	useEndpoints,
	useEventTypes,
	useMessage,
	useMessageAttempts,
	useMessageEndpoints,
	useMessages,
	useMessageTail,
	useNewEndpoint,
	useSvix,
} from "@edgehook/react";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

type Setting = {
	group: keyof typeof GROUPS;
	token: string;
	appId: string;
	serverUrl: string;
	endpointId?: string;
	messageId?: string;
	taskId?: string;
	options?: PaginatedOptions & Record<string, unknown>;
};
type Host = {
	hooks: Record<string, unknown>;
	/** What each hook gave, drawing by drawing. */
	drawn: Record<string, unknown[]>;
	set: (more: Partial<Setting>) => void;
};

// safe because the test reads and calls just these
const host = window as unknown as Host;
host.hooks = {};
host.drawn = {};

/** `options` stay the same object while the test changes nothing. */
function show(hooks: Record<string, object>) {
	for (const [name, state] of Object.entries(hooks)) {
		host.hooks[name] = state;
		host.drawn[name] ??= [];
		host.drawn[name].push(JSON.parse(JSON.stringify(state)));
	}
	return Object.entries(hooks).map(([name, state]) => (
		<section key={name}>
			<h2>{name}</h2>
			<pre id={name}>{JSON.stringify(state, null, 1)}</pre>
		</section>
	));
}

function Endpoints({ endpointId, options = {} }: Setting) {
	return show({
		endpoints: useEndpoints(options),
		endpoint: useEndpoint(endpointId),
		stats: useEndpointStats(endpointId),
		secret: useEndpointSecret(endpointId),
		headers: useEndpointHeaders(endpointId),
		functions: useEndpointFunctions(endpointId ?? ""),
		newEndpoint: useNewEndpoint(),
	});
}

function Messages({ endpointId = "", messageId, options = {} }: Setting) {
	const attempts = useMessageAttempts(messageId, options);
	return show({
		eventTypes: useEventTypes(options),
		messages: useMessages(options),
		message: useMessage(messageId),
		messageEndpoints: useMessageEndpoints(messageId, options),
		messageAttempts: attempts,
		endpointAttempts: useEndpointMessageAttempts(endpointId, options),
		attemptedMessages: useAttemptedMessages(endpointId, options),
		attemptFunctions: useAttemptFunctions(attempts.data?.[0] ?? { msgId: "", endpointId: "" }),
	});
}

function Live({ endpointId = "", taskId, options = {} }: Setting) {
	return show({
		lane: useEndpointLane(endpointId, { refreshMs: 200 }),
		replay: useEndpointReplay(endpointId),
		tasks: useBackgroundTasks(options),
		task: useBackgroundTask(taskId, { refreshMs: 200 }),
		tail: useMessageTail(options),
		both: { appId: useEdgehook().appId, isSame: useSvix().svix === useEdgehook().client },
	});
}

const GROUPS = { endpoints: Endpoints, messages: Messages, live: Live };

function Page({ asked }: { asked: Setting }) {
	const [setting, setSetting] = useState(asked);
	host.set = (more) => setSetting((old) => ({ ...old, ...more }));
	const Group = GROUPS[setting.group];
	const { token, appId, serverUrl } = setting;
	return (
		<EdgehookProvider token={token} appId={appId} options={{ serverUrl }}>
			<Group {...setting} />
		</EdgehookProvider>
	);
}

const root = document.getElementById("root");
const asked: Setting = JSON.parse(new URLSearchParams(location.search).get("props") ?? "{}");
const page = <Page asked={asked} />;
if (root !== null) createRoot(root).render(<StrictMode>{page}</StrictMode>);
