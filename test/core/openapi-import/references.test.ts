import { expect, test } from "vitest";
import { convert, SCHEMA_AT } from "./tools.ts";

const components = (schemas: object) => ({ components: { schemas } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const def = (name: string) => ({ $ref: `#/definitions/${name}` });

test("what is referred to comes along, once, and its words stand at the top", () => {
	const schemas = {
		Order: {
			type: "object",
			properties: { to: ref("Address"), from: ref("Address"), id: ref("Id") },
		},
		Address: { properties: { id: ref("Id") } },
		Id: { type: "string" },
		Unused: { type: "null" },
	};
	expect(convert("3.1.0", ref("Order"), components(schemas)).schema).toEqual({
		type: "object",
		properties: { to: def("Address"), from: def("Address"), id: def("Id") },
		definitions: { Address: { properties: { id: def("Id") } }, Id: { type: "string" } },
	});
});

test("recursion stays recursion", () => {
	const Node = { properties: { children: { type: "array", items: ref("Node") } } };
	const expected = { properties: { children: { type: "array", items: def("Node") } } };
	const { schema, notes } = convert("3.0.3", ref("Node"), components({ Node }));
	expect(schema).toEqual({ ...expected, definitions: { Node: expected } });
	expect(notes).toEqual([]);
	const both = { A: { properties: { b: ref("B") } }, B: { properties: { a: ref("A") } } };
	expect(convert("3.1.0", { items: ref("A") }, components(both)).schema).toEqual({
		items: def("A"),
		definitions: { A: { properties: { b: def("B") } }, B: { properties: { a: def("A") } } },
	});
});

test("names that stand for names are followed", () => {
	const schemas = { A: ref("B"), B: ref("C"), C: { type: "string" } };
	expect(convert("3.1.0", ref("A"), components(schemas)).schema).toEqual({ type: "string" });
});

test("beside a reference 3.1 reads everything, and 3.0 what tells but does not check", () => {
	const schemas = { A: { type: "string" } };
	const schema = { properties: { a: { ...ref("A"), description: "D", minLength: 2 } } };
	const newer = convert("3.1.0", schema, components(schemas));
	expect(newer.schema).toEqual({
		properties: { a: { description: "D", minLength: 2, allOf: [def("A")] } },
		definitions: { A: { type: "string" } },
	});
	expect(newer.notes).toEqual([]);
	const older = convert("3.0.3", schema, components(schemas));
	expect(older.schema).toMatchObject({
		properties: { a: { description: "D", allOf: [def("A")] } },
	});
	expect(older.schema).not.toHaveProperty("properties.a.minLength");
	const path = `${SCHEMA_AT.replace("webhooks", "x-webhooks")}/properties/a/minLength`;
	expect(older.notes).toEqual([{ path, message: expect.stringContaining("3.0") }]);
});

test("allOf beside a reference is kept with it", () => {
	const schema = { ...ref("A"), allOf: [{ maxLength: 9 }] };
	expect(convert("3.1.0", schema, components({ A: {} })).schema).toMatchObject({
		allOf: [def("A"), { maxLength: 9 }],
	});
});

test.each([
	["#/components/schemas/a~1b~0c", { "a/b~c": { const: 1 } }],
	["#/components/schemas/a%20b", { "a b": { const: 1 } }],
	["#/components/schemas/%C3%A9", { é: { const: 1 } }],
	["#%2Fcomponents/schemas/a", { a: { const: 1 } }],
	["#/components/schemas/a/properties/b", { a: { properties: { b: { const: 1 } } } }],
	["#/components/schemas/a/allOf/1", { a: { allOf: [{}, { const: 1 }] } }],
	["#/components/schemas/a/$defs/b", { a: { $defs: { b: { const: 1 } } } }],
	["#/components/schemas/a/properties/b", { a: ref("c"), c: { properties: { b: { const: 1 } } } }],
	["#there", { a: { properties: { b: { $anchor: "there", const: 1 } } } }],
	["#/components/schemas/__proto__", JSON.parse('{"__proto__":{"const":1}}')],
	["#/components/schemas/100%", { "100%": { const: 1 } }],
])("%s is found", (reference, schemas) => {
	const { schema, failed } = convert("3.1.0", { $ref: reference }, components(schemas));
	expect(failed).toEqual([]);
	expect(schema).toEqual({ const: 1 });
});

test("any place may be referred to, and places of one name are kept apart", () => {
	const more = {
		...components({ schema: { const: 0 } }),
		"x-parts": { one: { schema: { const: 1 } }, two: { schema: { const: 2 } } },
	};
	const items = [{ $ref: "#/x-parts/one/schema" }, { $ref: "#/x-parts/two/schema" }, ref("schema")];
	expect(convert("3.1.0", { prefixItems: items }, more).schema).toEqual({
		items: [def("schema_2"), def("schema_3"), def("schema")],
		definitions: { schema: { const: 0 }, schema_2: { const: 1 }, schema_3: { const: 2 } },
	});
});

test("inside a schema with an $id references count from there", () => {
	const A = {
		$id: "https://example.com/a",
		properties: { b: { $ref: "#/$defs/b" } },
		$defs: { b: { const: 1 } },
	};
	const { schema, failed } = convert("3.1.0", { items: ref("A") }, components({ A }));
	expect(failed).toEqual([]);
	expect(schema).toMatchObject({
		definitions: { A: { properties: { b: def("b") } }, b: { const: 1 } },
	});
});

test("a dynamic reference is read as a plain one, and noted", () => {
	const schemas = { A: { $dynamicAnchor: "node", properties: { a: { $dynamicRef: "#node" } } } };
	const { schema, notes } = convert("3.1.0", ref("A"), components(schemas));
	expect(schema).toMatchObject({ properties: { a: def("A") } });
	expect(notes).toMatchObject([{ path: "/components/schemas/A/properties/a" }]);
});

test("a discriminator is kept, and what it maps to comes along", () => {
	const schemas = {
		Pet: {
			oneOf: [ref("Cat"), ref("Dog")],
			discriminator: {
				propertyName: "kind",
				mapping: { cat: "#/components/schemas/Cat", dog: "Dog", bird: "Bird" },
			},
		},
		Cat: { properties: { kind: { const: "cat" } } },
		Dog: { properties: { kind: { const: "dog" } } },
	};
	const { schema, notes, failed } = convert("3.0.3", ref("Pet"), components(schemas));
	expect(failed).toEqual([]);
	expect(schema).toEqual({
		oneOf: [def("Cat"), def("Dog")],
		discriminator: {
			propertyName: "kind",
			mapping: { cat: "#/definitions/Cat", dog: "#/definitions/Dog", bird: "Bird" },
		},
		definitions: { Cat: schemas.Cat, Dog: schemas.Dog },
	});
	expect(notes).toMatchObject([{ path: "/components/schemas/Pet/discriminator/mapping/bird" }]);
});

test("a schema that is its own part is imported, and noted", () => {
	const schemas = {
		Base: { oneOf: [ref("Cat")], required: ["kind"] },
		Cat: { allOf: [ref("Base"), { properties: { name: {} } }] },
	};
	const { failed, notes } = convert("3.0.3", { items: ref("Base") }, components(schemas));
	expect(failed).toEqual([]);
	expect(notes).toMatchObject([{ message: expect.stringContaining("refers to itself") }]);
});

const A = "#/components/schemas/A";
test.each([
	["a file", "common.yaml#/A", {}],
	["a URL", "https://example.com/a.json", {}],
	["nothing", "#/components/schemas/B", {}],
	["what is inherited", "#/components/schemas/constructor", {}],
	["an anchor that is not there", "#nowhere", {}],
	["the whole description", "#", {}],
	["itself", A, { A: { $ref: A } }],
	["itself by another", A, { A: { $ref: "#/components/schemas/B" }, B: { $ref: A } }],
	["a text", "#/info/title", {}],
])("a reference to %s is reported", (_what, $ref, schemas) => {
	const more = { ...components(schemas), info: { title: "T", version: "1" } };
	const { schema, failed } = convert("3.1.0", { $ref }, more);
	expect(schema).toBeUndefined();
	expect(failed).toEqual([{ path: expect.stringMatching(/^\//), message: expect.any(String) }]);
});

test("a wrong part is reported for each that refers to it, with where it is", () => {
	const schemas = { A: { properties: { b: ref("B") } }, B: { type: "nothing" } };
	const { failed } = convert("3.1.0", ref("A"), components(schemas));
	expect(failed).toMatchObject([{ path: "/components/schemas/B" }]);
});
