// Whom a page's address names, as what may frame the page is decided by it.
import { expect, test } from "vitest";
import { isOwnedBy, ownerOf } from "../../portal/src/lib/page-owner.ts";

const of = (path: string, isFramed: boolean) =>
	ownerOf(new URL(`https://portal.example${path}`), isFramed);

test.each([
	["/login?env=org_1", { orgId: "org_1" }],
	["/login/?env=org_1#key=x", { orgId: "org_1" }],
	["/login?env=org_1&env=org_2", { orgId: "org_2" }],
	["/login?env=org_1&%65nv=org_2", { orgId: "org_2" }],
	["/login?env=", { orgId: "" }],
	["/app/app_1/endpoints?env=org_1", { appId: "app_1" }],
	["/app/app_1", { appId: "app_1" }],
])("%s names %j, framed or not", (path, owner) => {
	expect(of(path, true)).toEqual(owner);
	expect(of(path, false)).toEqual(owner);
});

test.each([
	"/login",
	"/login?Env=org_1",
	"/portal/?env=org_1",
	"/%6cogin?env=org_1",
	"/%61pp/app_1/?env=org_1",
])("%s names nobody, which only a page that is framed must tell", (path) => {
	expect(of(path, true)).toEqual({ orgId: null });
	expect(of(path, false)).toEqual({});
});

test("a page shows sessions of whom it names alone", () => {
	const portal = { orgId: "org_1", appId: "app_1" };
	for (const owner of [{}, { orgId: "org_1" }, { appId: "app_1" }]) {
		expect(isOwnedBy(owner, portal)).toBe(true);
	}
	for (const owner of [{ orgId: "org_2" }, { orgId: "" }, { orgId: null }, { appId: "app_2" }]) {
		expect(isOwnedBy(owner, portal)).toBe(false);
	}
});
