// Headers of a request or an answer; what is hidden is marked.
import { t } from "../../texts/index.ts";
import { Badge } from "../../ui/badge.tsx";

export function Headers({
	headers,
	masked,
}: {
	headers: Readonly<Record<string, string>>;
	masked: readonly string[];
}) {
	const entries = Object.entries(headers).sort(([a], [b]) => a.localeCompare(b, "en"));
	return (
		<div>
			<h4>{t("attempt.headers")}</h4>
			{entries.length === 0 ? (
				<p class="quiet-text">{t("attempt.noHeaders")}</p>
			) : (
				<dl class="headers">
					{entries.map(([name, value]) => (
						<div key={name}>
							<dt>{name}</dt>
							<dd>
								{masked.includes(name) ? <Badge icon="eyeOff">{t("attempt.masked")}</Badge> : value}
							</dd>
						</div>
					))}
				</dl>
			)}
		</div>
	);
}
