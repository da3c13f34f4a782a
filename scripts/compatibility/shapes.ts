// Holds a result against the type that the client library declares for it.

type Field = { name: string; type: string; isOptional: boolean };

/** From the declarations: what is wrong with a value of a type of theirs; nothing when it is right. */
export function readShapes(declarations: string): (value: unknown, type: string) => string[] {
	const shapes = new Shapes(declarations);
	return (value, type) => shapes.complaints(value, type, "the result");
}

const PRIMITIVES = new Set(["string", "number", "boolean"]);

class Shapes {
	readonly #interfaces = new Map<string, Field[]>();
	readonly #enums = new Map<string, string[]>();

	constructor(declarations: string) {
		const plain = declarations
			.replaceAll(/\/\*.*?\*\//gs, "")
			.replaceAll(/\{\s*\[key: string\]: ([^;]+);\s*\}/g, "Map<$1>");
		for (const [, name = "", body = ""] of plain.matchAll(/interface (\w+) \{([^{}]*)\}/g)) {
			this.#interfaces.set(name, fieldsIn(body));
		}
		for (const [, name = "", body = ""] of plain.matchAll(/enum (\w+) \{([^{}]*)\}/g)) {
			const values = [...body.matchAll(/= ([^,\n]+)/g)].map(([, value = ""]) => value);
			this.#enums.set(name, values);
		}
	}

	complaints(value: unknown, type: string, where: string): string[] {
		const wrong = [`${where} must be ${type}, is ${JSON.stringify(value)}`];
		const kinds = type.split(" | ");
		if (kinds.length > 1) {
			if (value === null && kinds.includes("null")) return [];
			const own = kinds.find((kind) => kind !== "null") ?? "";
			return this.complaints(value, own, where);
		}
		if (type === "any") return value === undefined ? wrong : [];
		if (type === "void") return value == null ? [] : wrong;
		if (PRIMITIVES.has(type)) return typeof value === type ? [] : wrong;
		if (type === "Date") {
			return value instanceof Date && !Number.isNaN(value.getTime()) ? [] : wrong;
		}
		if (type.endsWith("[]")) {
			if (!Array.isArray(value)) return wrong;
			return value.flatMap((item, i) => this.complaints(item, type.slice(0, -2), `${where}[${i}]`));
		}
		const allowed = this.#enums.get(type);
		if (allowed !== undefined) return allowed.includes(JSON.stringify(value)) ? [] : wrong;
		if (typeof value !== "object" || value === null) return wrong;
		const [, inner] = /^Map<(.*)>$/.exec(type) ?? [];
		if (inner !== undefined) {
			return Object.entries(value).flatMap(([key, item]) =>
				this.complaints(item, inner, `${where}.${key}`),
			);
		}
		return this.#fieldsOf(type).flatMap((field) => {
			const item: unknown = Reflect.get(value, field.name);
			if (item === undefined && field.isOptional) return [];
			return this.complaints(item, field.type, `${where}.${field.name}`);
		});
	}

	#fieldsOf(type: string): Field[] {
		const fields = this.#interfaces.get(type);
		if (fields === undefined) throw new Error(`no declaration of the type ${type}`);
		return fields;
	}
}

function fieldsIn(body: string): Field[] {
	const found = body.matchAll(/^\s*(\w+)(\??): (.+);$/gm);
	return [...found].map(([, name = "", mark, type = ""]) => ({
		name,
		type,
		isOptional: mark === "?",
	}));
}
