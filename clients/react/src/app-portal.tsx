// The portal in a frame.
import { toHeight } from "./portal-address.ts";
import { createPortalFrame, type FrameState, type PortalFrameProps } from "./portal-frame.ts";
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "./react.ts";

/** A frame that says nothing for so long did not load; should it do so later, it is shown all the same. */
const SILENCE_MS = 15_000;

export interface AppPortalProps extends PortalFrameProps {
	/** As high as what it shows, so that the page alone scrolls. */
	fullSize?: boolean | undefined;
	/** Pixels; 650 when absent. */
	minHeight?: number | undefined;
	/** Pixels, with `fullSize`; 20,000 when absent. */
	maxHeight?: number | undefined;
	/** The frame's name for people who cannot see it; `Webhooks` when absent. */
	title?: string | undefined;
	style?: CSSProperties | undefined;
	className?: string | undefined;
	/** In place of «Loading…». */
	loadingFallback?: ReactNode | undefined;
	/** In place of the note that it did not load. */
	errorFallback?: ((error: Error, retry: () => void) => ReactNode) | undefined;
}

export function AppPortal(props: AppPortalProps): React.JSX.Element {
	const { fullSize, minHeight = 650, maxHeight = 20_000, title = "Webhooks", darkMode } = props;
	const ref = useRef<HTMLIFrameElement>(null);
	const [state, set] = useState<FrameState>({ key: 0, href: null, isReady: false });
	const [portal] = useState(() =>
		createPortalFrame(
			(change) => set((old) => ({ ...old, ...change })),
			() => ref.current?.contentWindow,
		),
	);
	const { key, href, isReady, error, height } = state;
	const isLoading = !isReady && !error;
	useEffect(() => portal.update(props));
	useEffect(() => portal.listen(), [portal]);
	// Another link is opened; the rest of the props is told to what is open.
	useEffect(() => portal.open(), [portal, props.url, props.getUrl === undefined]);
	useEffect(() => {
		if (!isLoading || href === null) return;
		const timer = setTimeout(() => portal.fail(new Error("The portal did not load")), SILENCE_MS);
		return () => clearTimeout(timer);
	}, [portal, isLoading, href]);
	return (
		<div
			className={props.className}
			style={{ ...WRAPPER, minHeight, ...props.style }}
			aria-busy={isLoading}
		>
			{href !== null && (
				<iframe
					key={key}
					ref={ref}
					title={title}
					src={href}
					allow="clipboard-write"
					// The portal talks to the page that frames it, and to no other.
					referrerPolicy="origin"
					// A link is good for minutes: it is opened at once.
					loading="eager"
					style={{
						display: "block",
						width: "100%",
						border: 0,
						height: fullSize ? toHeight(height, minHeight, maxHeight) : "100%",
						minHeight: "inherit",
						visibility: isReady ? undefined : "hidden",
					}}
				/>
			)}
			{!isReady && (
				<div
					role={error ? "alert" : "status"}
					className={`edgehook-portal-${error ? "failed" : "loading"}`}
					style={{
						...COVER,
						colorScheme: darkMode === "auto" ? "light dark" : darkMode ? "dark" : "light",
					}}
				>
					{error
						? (props.errorFallback?.(error, portal.retry) ?? (
								<div>
									<p>Webhooks cannot be shown now.</p>
									<button type="button" onClick={portal.retry}>
										Try again
									</button>
								</div>
							))
						: (props.loadingFallback ?? "Loading…")}
				</div>
			)}
		</div>
	);
}

const WRAPPER: CSSProperties = {
	position: "relative",
	height: "fit-content",
	overflow: "hidden",
	borderRadius: 8,
};

/** The system's own colours follow the colour scheme; the host may set others. */
const COVER: CSSProperties = {
	position: "absolute",
	inset: 0,
	display: "grid",
	placeItems: "center",
	background: "var(--edgehook-portal-background, Canvas)",
	color: "var(--edgehook-portal-color, CanvasText)",
};
