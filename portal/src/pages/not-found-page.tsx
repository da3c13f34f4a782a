// An address that leads nowhere.
import { HOME } from "../lib/routes.ts";
import { t } from "../texts/index.ts";
import { LinkButton } from "../ui/button.tsx";
import { PageHead } from "../ui/layout.tsx";

export const NotFoundPage = () => (
	<>
		<PageHead title={t("notFound.title")} intro={t("notFound.text")} />
		<LinkButton to={HOME} look="primary">
			{t("notFound.home")}
		</LinkButton>
	</>
);
