// The console as a whole: signing in outside, the shell and the current page inside.
import { CurrentPage } from "../app.tsx";
import { ApiError } from "../lib/api.ts";
import { usePlace } from "../lib/router.ts";
import { session } from "../lib/session.ts";
import { useStore } from "../lib/store.ts";
import { SessionPage } from "../pages/session-page.tsx";
import { t } from "../texts/index.ts";
import { LinkButton } from "../ui/button.tsx";
import { PageHead } from "../ui/layout.tsx";
import { ErrorState } from "../ui/states.tsx";
import { ApplicationScope } from "./applications/application-scope.tsx";
import { ALL_PAGES } from "./pages.ts";
import { appIdOf, consolePath } from "./routes.ts";
import { ConsoleShell } from "./shell.tsx";
import { SignInPage } from "./sign-in-page.tsx";

export function Console() {
	const state = useStore(session);
	const spot = usePlace();
	if (state.kind === "opening") return <SessionPage state={state} />;
	if (state.kind === "failed" && state.retry !== null) {
		return (
			<main class="outside">
				<ErrorState error={new ApiError(0, "unreachable", "")} onRetry={state.retry} />
			</main>
		);
	}
	if (state.kind !== "account") {
		return <SignInPage ended={state.kind === "ended" ? state.why : null} />;
	}
	const appId = appIdOf(spot);
	const page = <CurrentPage pages={ALL_PAGES} NotFound={NotFound} />;
	return (
		<ConsoleShell account={state.account}>
			{appId === null ? (
				page
			) : (
				<ApplicationScope key={appId} appId={appId}>
					{page}
				</ApplicationScope>
			)}
		</ConsoleShell>
	);
}

const NotFound = () => (
	<>
		<PageHead title={t("notFound.title")} intro={t("notFound.text")} />
		<LinkButton to={consolePath("overview", {})} look="primary">
			{t("console.notFound.home")}
		</LinkButton>
	</>
);
