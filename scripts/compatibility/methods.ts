// The methods that a published client library offers, read from the library itself.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Svix } from "svix";
import { Svix as Svix1 } from "svix1";

type Options = { serverUrl: string };

/** A published version of the client library. */
export type Library = {
	title: string;
	newClient: (token: string, options: Options) => object;
	/** The text of its type declarations. */
	declarations: string;
};

/** A method: where it hangs from the client, its resource's class, and the types of its parameters and result. */
export type Method = {
	/** As it is called: `endpoint.transformation.get`. */
	name: string;
	parameters: string[];
	/** The type that its promise resolves to. */
	result: string;
};

const packages = join(import.meta.dirname, "..", "..", "node_modules");

/** The current and the previous client library. */
export const libraries: readonly Library[] = [
	{
		title: `svix ${versionOf("svix")}`,
		newClient: (token, options) => new Svix(token, options),
		declarations: readDeclarations(join(packages, "svix", "dist")),
	},
	{
		title: `svix ${versionOf("svix1")}`,
		newClient: (token, options) => new Svix1(token, options),
		declarations: readDeclarations(join(packages, "svix1", "dist")),
	},
];

/** Every method of a library, also of resources inside resources, in its own order. */
export function methodsOf(library: Library): Method[] {
	const client = library.newClient("none", { serverUrl: "http://127.0.0.1:1" });
	return methodsBelow(client, [], library.declarations);
}

/** Calls a method by its name. */
export async function callMethod(client: object, name: string, args: unknown[]): Promise<unknown> {
	const names = name.split(".");
	const last = names.pop() ?? "";
	const resource = names.reduce<unknown>((at, next) => Reflect.get(Object(at), next), client);
	const method: unknown = Reflect.get(Object(resource), last);
	if (typeof method !== "function") throw new Error(`there is no method ${name}`);
	return method.apply(resource, args);
}

function methodsBelow(resource: object, path: string[], declarations: string): Method[] {
	const prototype: object = Object.getPrototypeOf(resource);
	const members = Object.entries(Object.getOwnPropertyDescriptors(prototype));
	return members.flatMap(([member, { get, value }]) => {
		const inner: unknown = get?.call(resource);
		const here = [...path, member];
		if (typeof inner === "object" && inner !== null) {
			return methodsBelow(inner, here, declarations);
		}
		if (member === "constructor" || typeof value !== "function") return [];
		// The bundler numbers classes that share a name.
		const owner = prototype.constructor.name.replace(/\$\d+$/, "");
		return [{ name: here.join("."), ...signatureOf(owner, member, declarations) }];
	});
}

function signatureOf(owner: string, method: string, declarations: string): Omit<Method, "name"> {
	const [, body = ""] =
		new RegExp(`class ${owner} \\{\\n(.*?)\\n\\}`, "s").exec(declarations) ?? [];
	const signature = new RegExp(`^\\s*${method}\\((.*?)\\): Promise<(.*)>;$`, "m").exec(body);
	const [, parameters = "", result = ""] = signature ?? [];
	if (result === "") throw new Error(`no declaration of ${owner}.${method}`);
	const types = parameters.split(", ").map((parameter) => parameter.split(": ")[1] ?? "");
	return { parameters: types.filter((type) => type !== ""), result };
}

function versionOf(name: string): string {
	const text = readFileSync(join(packages, name, "package.json"), "utf8");
	const { version }: { version: string } = JSON.parse(text);
	return version;
}

function readDeclarations(folder: string): string {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((path) => /\.d\.m?ts$/.test(path))
		.sort()
		.map((path) => readFileSync(join(folder, path), "utf8"))
		.join("\n");
}
