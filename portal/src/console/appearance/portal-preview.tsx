// A picture of the portal in a chosen look, drawn with the portal's own parts. It only shows: nothing in it can be used.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { parseIcon } from "../../../../src/core/look/look.ts";
import type { Mode } from "../../../../src/core/look/own-colours.ts";
import { variablesOf } from "../../../../src/core/look/theme.ts";
import type { HourCount, PortalSettingsOut } from "../../models.ts";
import { t } from "../../texts/index.ts";
import { type Status, StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { SearchField } from "../../ui/field.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { Card } from "../../ui/layout.tsx";
import { Link } from "../../ui/link.tsx";
import { Sparkline } from "../../ui/sparkline.tsx";
import { Table } from "../../ui/table.tsx";
import { consolePath } from "../routes.ts";

/** Where its links lead, which nobody can follow. */
const HERE = consolePath("appearance", {});
const NORMAL_SIZE_PX = 16;
const HOURS_SHOWN = 18;
const REST_MS = 500;

export function PortalPreview({ settings, mode }: { settings: PortalSettingsOut; mode: Mode }) {
	const element = useRef<HTMLDivElement>(null);
	const applied = useRef<string[]>([]);
	const id = useId();
	useEffect(() => {
		const style = element.current?.style;
		if (style === undefined) return;
		const { "--base-size": size = `${NORMAL_SIZE_PX}px`, ...variables } = variablesOf(
			settings,
			{},
			mode,
		);
		for (const name of applied.current) if (!(name in variables)) style.removeProperty(name);
		for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
		applied.current = Object.keys(variables);
		// What the size of letters does to the whole portal, which is measured by it.
		style.setProperty("zoom", String(Number.parseFloat(size) / NORMAL_SIZE_PX));
	}, [settings, mode]);
	return (
		<figure class="preview" aria-labelledby={id}>
			<figcaption id={id}>{t(`console.look.preview.${mode}`)}</figcaption>
			<div ref={element} class="portal-picture" data-mode={mode} inert>
				<Side settings={settings} />
				<Main />
			</div>
		</figure>
	);
}

const NAVIGATION: readonly [IconName, () => string][] = [
	["endpoint", () => t("nav.endpoints")],
	["message", () => t("nav.messages")],
	["activity", () => t("nav.activity")],
	["eventType", () => t("nav.eventTypes")],
];

const Side = ({ settings: { logoUrl, displayName } }: { settings: PortalSettingsOut }) => {
	const logo = parseIcon(useRested(logoUrl?.trim() ?? ""));
	return (
		<div class="picture-side">
			<div class="brand">
				{logo ? (
					<img src={logo} alt="" width={28} height={28} referrerpolicy="no-referrer" />
				) : (
					<span class="brand-mark">
						<Icon name="send" />
					</span>
				)}
				<span class="brand-words">
					<strong>{displayName ?? t("app.title")}</strong>
					<span>Globex</span>
				</span>
			</div>
			<div class="navigation">
				{NAVIGATION.map(([icon, label], index) => (
					<Link key={icon} to={HERE} aria-current={index === 0 ? "page" : undefined}>
						<Icon name={icon} />
						<span>{label()}</span>
					</Link>
				))}
			</div>
		</div>
	);
};

/** A text as it was when nobody had changed it for a moment: what is half written is no image. */
function useRested(text: string): string {
	const [rested, setRested] = useState(text);
	useEffect(() => {
		const timer = setTimeout(() => setRested(text), REST_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return rested;
}

type Row = { url: string; status: Status; hours: HourCount[] };

const hoursOf = (failsEvery: number): HourCount[] =>
	Array.from({ length: HOURS_SHOWN }, (_, hour) => ({
		at: new Date(Date.UTC(2027, 0, 1, hour)).toISOString(),
		success: 4 + ((hour * 7) % 11),
		fail: hour % failsEvery === failsEvery - 1 ? 5 : 0,
	}));

const ROWS: readonly Row[] = [
	{ url: "globex.example/hooks", status: "enabled", hours: hoursOf(100) },
	{ url: "globex.example/billing", status: "failing", hours: hoursOf(3) },
];

const Main = () => (
	<div class="picture-main">
		<div class="picture-head">
			<strong>{t("endpoints.title")}</strong>
			<Button look="primary" icon="plus">
				{t("endpoints.add")}
			</Button>
		</div>
		<p class="quiet-text">{t("endpoints.intro")}</p>
		<SearchField label={t("endpoints.search")} value="" onChange={() => undefined} />
		<Table
			caption={t("endpoints.title")}
			columns={[
				{
					label: t("endpoints.column.endpoint"),
					kind: "main",
					cell: ({ url }) => (
						<span class="two-lines">
							<Link to={HERE} class="name">
								{url}
							</Link>
						</span>
					),
				},
				{
					label: t("endpoints.column.status"),
					kind: "status",
					cell: ({ status }) => <StatusBadge status={status} />,
				},
				{
					label: t("endpoints.column.success"),
					cell: ({ hours }) => <Sparkline hours={hours} label="" />,
				},
			]}
			rows={ROWS}
			keyOf={({ url }) => url}
		/>
		<Card title="invoice.paid">
			<div class="row">
				<Button>{t("copy.do")}</Button>
				<Button look="danger">{t("console.look.delete")}</Button>
				<Link to={HERE}>{t("json.raw")}</Link>
			</div>
		</Card>
	</div>
);
