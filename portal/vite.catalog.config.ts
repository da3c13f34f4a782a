// The public catalog's style and script. Their names stay, because the Worker writes them into its pages.
import { join } from "node:path";
import { defineConfig } from "vite";

export default defineConfig({
	root: import.meta.dirname,
	publicDir: false,
	build: {
		outDir: join(import.meta.dirname, "..", "dist", "assets", "assets"),
		emptyOutDir: true,
		target: "es2023",
		cssTarget: ["chrome123", "firefox120", "safari17.5"],
		modulePreload: { polyfill: false },
		reportCompressedSize: false,
		rollupOptions: {
			input: { catalog: join(import.meta.dirname, "src", "catalog", "main.ts") },
			output: { entryFileNames: "[name].js", assetFileNames: "catalog[extname]" },
		},
	},
});
