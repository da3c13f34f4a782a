// Who asks, whom, and about which application: what all hooks below it share.
import { createClient, type EdgehookClient, type EdgehookOptions } from "./client.ts";
import { createContext, createElement, type ReactNode, useContext, useMemo } from "./react.ts";

export interface EdgehookProviderProps {
	/** Of app-portal-access: made by your server, meant for the browser, good for one application. */
	token: string;
	appId: string;
	/** `serverUrl` may change later; the others are read when it, the token or the application does. */
	options: EdgehookOptions;
	children?: ReactNode | undefined;
}

export interface Edgehook {
	client: EdgehookClient;
	appId: string;
}

const Shared = createContext<Edgehook | null>(null);

export function EdgehookProvider({
	token,
	appId,
	options,
	children,
}: EdgehookProviderProps): React.JSX.Element {
	const serverUrl = options?.serverUrl;
	if (!token || !appId || serverUrl === undefined) {
		throw new Error("EdgehookProvider needs token, appId, options.serverUrl");
	}
	const shared = useMemo(
		() => ({ client: createClient(token, options), appId }),
		[token, appId, serverUrl],
	);
	return createElement(Shared.Provider, { value: shared }, children);
}

export function useEdgehook(): Edgehook {
	const shared = useContext(Shared);
	if (shared === null) throw new Error("This hook needs an EdgehookProvider");
	return shared;
}

/** As `useEdgehook`, by the names of the published kit; `svix` is this kit's own client. */
export function useSvix(): { svix: EdgehookClient; appId: string } {
	const { client, appId } = useEdgehook();
	return { svix: client, appId };
}
