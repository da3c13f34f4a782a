// How the portal gets into a product: a link made on the server, and a frame or a component that opens it.
import { useState } from "preact/hooks";
import { t } from "../../texts/index.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Card } from "../../ui/layout.tsx";
import { ExternalLink } from "../../ui/link.tsx";
import { Tabs } from "../../ui/tabs.tsx";

const SERVERS = { node: "Node.js", python: "Python", curl: "curl" } as const;
type Server = keyof typeof SERVERS;
type Page = "frame" | "react";

export function SnippetsCard() {
	const [server, setServer] = useState<Server>("node");
	const [page, setPage] = useState<Page>("frame");
	const origin = location.origin;
	return (
		<Card title={t("console.embedding.how")}>
			<div class="stack">
				<p class="quiet-text">{t("console.embedding.howIntro")}</p>
				<div class="split">
					<div>
						<h3>{t("console.embedding.server")}</h3>
						<Tabs
							label={t("console.embedding.server")}
							current={server}
							onChange={setServer}
							tabs={(["node", "python", "curl"] as const).map((name) => ({
								name,
								label: SERVERS[name],
							}))}
						>
							<CodeBlock label={SERVERS[server]} text={serverCode(server, origin)} />
						</Tabs>
					</div>
					<div>
						<h3>{t("console.embedding.page")}</h3>
						<Tabs
							label={t("console.embedding.page")}
							current={page}
							onChange={setPage}
							tabs={[
								{ name: "frame", label: t("console.embedding.frame") },
								{ name: "react", label: "React" },
							]}
						>
							<CodeBlock
								label={page === "frame" ? "HTML" : "React"}
								text={page === "frame" ? FRAME : REACT}
							/>
						</Tabs>
					</div>
				</div>
				<p>
					<ExternalLink url={`${origin}/docs`}>{t("console.embedding.docs")}</ExternalLink>
				</p>
			</div>
		</Card>
	);
}

const CALL = "/api/v1/auth/app-portal-access/";

function serverCode(server: Server, origin: string): string {
	if (server === "curl") {
		return `curl -s ${origin}/api/v1/auth/app-portal-access/APP_ID/ \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{}'`;
	}
	if (server === "python") {
		return `import os, requests

def webhooks_link(app_id):
    answer = requests.post(
        f"${origin}/api/v1/auth/app-portal-access/{app_id}/",
        headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
        json={},
    )
    answer.raise_for_status()
    return answer.json()["url"]`;
	}
	return `async function webhooksLink(appId) {
  const answer = await fetch(
    \`${origin}${CALL}\${appId}/\`,
    {
      method: "POST",
      headers: {
        Authorization: \`Bearer \${process.env.API_KEY}\`,
        "Content-Type": "application/json",
      },
      body: "{}",
    },
  );
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()).url;
}`;
}

const FRAME = `<!-- src: the link that your server has just made -->
<iframe
  src="…"
  title="Webhooks"
  allow="clipboard-write"
  referrerpolicy="origin"
  width="100%"
  height="900"
></iframe>`;

const REACT = `import { AppPortal } from "@edgehook/react";

export function Webhooks({ url }) {
  // Asked for a fresh link when the session has ended.
  const getUrl = async () => {
    const answer = await fetch("/api/webhooks-link", { method: "POST" });
    return (await answer.json()).url;
  };
  return <AppPortal url={url} getUrl={getUrl} fullSize />;
}`;
