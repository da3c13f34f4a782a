// The portal's build: hashed files under /portal/assets, and the shell that the Worker serves at its addresses.
import { join } from "node:path";
import { defineConfig } from "vite";

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
		cssCodeSplit: false,
		modulePreload: { polyfill: false },
		assetsInlineLimit: 0,
		reportCompressedSize: false,
	},
});
