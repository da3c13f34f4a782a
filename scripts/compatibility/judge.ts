// Runs each method of a client library against a running server, and says what came of it.
import { callOf } from "./calls/index.ts";
import { callMethod, type Library, type Method, methodsOf } from "./methods.ts";
import type { Scene } from "./scene.ts";
import { readShapes } from "./shapes.ts";

export type State = "works" | "not yet" | "left out";
export type Verdict = { method: string; state: State; problems: string[] };

/** Methods of what is not offered, each with its reason. */
export const LEFT_OUT: readonly [RegExp, string][] = [
	[/^endpoint\.(transformation|patchTransformation)/, "transformations"],
	[/^connector\./, "connectors"],
	[/^destination\./, "destinations beside endpoints"],
	[/^autoconfigSubscription\./, "endpoints that configure themselves"],
	[/^message\.poller\./, "pollers"],
	[/^ingest\./, "receiving webhooks of others"],
	[/^(streaming\.|authentication\..*stream)/i, "streams"],
	[/^integration\.getKey$/, "keys that can be read again: a key is shown once, by `rotateKey`"],
];

/** Verdicts on all methods of the library, in its own order. */
export async function judge(library: Library, scene: Scene): Promise<Verdict[]> {
	const complaintsAbout = readShapes(library.declarations);
	const verdicts: Verdict[] = [];
	for (const method of methodsOf(library)) {
		const isLeftOut = LEFT_OUT.some(([names]) => names.test(method.name));
		const verdict = isLeftOut
			? judgeLeftOut(library, scene, method)
			: judgeOffered(library, scene, method, complaintsAbout);
		verdicts.push({ method: method.name, ...(await verdict) });
	}
	return verdicts;
}

type Finding = Omit<Verdict, "method">;

async function judgeOffered(
	library: Library,
	scene: Scene,
	method: Method,
	complaintsAbout: ReturnType<typeof readShapes>,
): Promise<Finding> {
	const newCall = callOf(method.name);
	if (newCall === undefined) {
		const problem = "nobody has said how to call it: add it to scripts/compatibility/calls";
		return { state: "not yet", problems: [problem] };
	}
	try {
		const { args, token = scene.apiKey, after } = await newCall(scene);
		const client = library.newClient(token, { serverUrl: scene.serverUrl });
		const result = await callMethod(client, method.name, args);
		const problems = complaintsAbout(result, method.result);
		await after?.(result);
		return { state: "works", problems };
	} catch (error) {
		if (isNoSuchPath(error)) return { state: "not yet", problems: [] };
		return { state: "not yet", problems: [wordsOf(error)] };
	}
}

/** What is left out says so, in the form that the library reads. */
async function judgeLeftOut(library: Library, scene: Scene, method: Method): Promise<Finding> {
	const client = library.newClient(scene.apiKey, { serverUrl: scene.serverUrl });
	// The one field that the library reads before it sends.
	const args = method.parameters.map((type) => (type === "string" ? "x" : { events: [] }));
	try {
		await callMethod(client, method.name, args);
	} catch (error) {
		if (isNoSuchPath(error)) return { state: "left out", problems: [] };
		return { state: "left out", problems: [`must answer 404 in JSON: ${wordsOf(error)}`] };
	}
	return { state: "works", problems: ["is left out, but answers"] };
}

/** The answer to a path that no route has; what is missing inside of a route has other words. */
function isNoSuchPath(error: unknown): boolean {
	if (!(error instanceof Error && "code" in error && "body" in error)) return false;
	return error.code === 404 && JSON.stringify(error.body) === JSON.stringify(NO_SUCH_PATH);
}

const NO_SUCH_PATH = { code: "not_found", detail: "No such path" };

function wordsOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return "body" in error ? `${error.message} ${JSON.stringify(error.body)}` : error.message;
}
