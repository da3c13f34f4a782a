// Makes one script of a page, the built kit, and one of the versions of React that senders use.
import { join } from "node:path";
import { buildSync } from "esbuild";

export type ReactVersion = 18 | 19;

const MODULES: Record<ReactVersion, string> = {
	18: join(import.meta.dirname, "react18", "node_modules"),
	19: join(import.meta.dirname, "..", "..", "node_modules"),
};

/** @param kit the built kit's file */
export function bundlePage(
	page: string,
	version: ReactVersion,
	kit: string,
	platform: "browser" | "node" = "browser",
): string {
	const modules = MODULES[version];
	const { outputFiles } = buildSync({
		entryPoints: [join(import.meta.dirname, "pages", `${page}.tsx`)],
		bundle: true,
		write: false,
		platform,
		format: platform === "node" ? "cjs" : "iife",
		jsx: "automatic",
		jsxImportSource: "react",
		define: { "process.env.NODE_ENV": '"development"' },
		alias: {
			"@edgehook/react": kit,
			react: join(modules, "react"),
			"react-dom": join(modules, "react-dom"),
		},
		// A bundle of the browser alone needs no word that it is one.
		logOverride: { "unsupported-directive": "silent" },
	});
	return outputFiles[0]?.text ?? "";
}
