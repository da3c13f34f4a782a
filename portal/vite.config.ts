// The portal's build: hashed files under /portal/assets, and the shell that the Worker serves at its addresses.
import { join } from "node:path";
import { defineConfig } from "vite";

/**
 * What the first screen needs travels in one file: without this the bundler makes a second one of what the lazy pages
 * use, too, and the reader waits for one request more.
 */
const FIRST = [
	"main|app|pages",
	"shell/[^/]+",
	"texts/index|texts/en/(?!console|endpoint[.-]|messages?[.-])[^/]+",
	"lib/(?:api|apply-look|capabilities|embedding|format|link|memory|open-session|query|router|routes)",
	"lib/(?:session|speak|store|use-search)",
	"pages/(?:session|not-found)-page|pages/endpoints/(?:endpoints-page|endpoint-cells)",
	"ui/(?:badge|button|choice|field|icons|layout|link|menu|pager|sparkline|states|table|time|toast)",
];
const isFirst = new RegExp(
	`/portal/src/(?:${FIRST.join("|")})\\.tsx?$|/src/core/look/|/node_modules/preact/|preload-helper`,
);

export default defineConfig({
	root: import.meta.dirname,
	base: "/portal/",
	// Copied to the site's root by the build script.
	publicDir: false,
	oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
	build: {
		outDir: join(import.meta.dirname, "..", "dist", "assets", "portal"),
		emptyOutDir: true,
		target: "es2023",
		cssTarget: ["chrome123", "firefox120", "safari17.5"],
		// One style sheet for the portal, which the entry imports, and one for the console, which comes with its script.
		cssCodeSplit: true,
		modulePreload: { polyfill: false },
		assetsInlineLimit: 0,
		reportCompressedSize: false,
		rolldownOptions: {
			output: { codeSplitting: { groups: [{ name: "index", test: isFirst }] } },
		},
	},
});
