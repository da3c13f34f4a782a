// Routes of applications.
import * as z from "zod";
import {
	createApplication,
	deleteApplication,
	getApplication,
	listApplications,
	patchApplication,
	putApplication,
	type Saved,
} from "../../services/applications.ts";
import {
	ApplicationIn,
	ApplicationOut,
	ApplicationPatch,
	toApplicationChanges,
	toApplicationInput,
	toApplicationOut,
} from "../models/application.ts";
import { iterator, limit, listOf, order, queryFlag, toListOut } from "../models/common.ts";
import { type AnyRoute, route } from "../route.ts";

const tag = "Application";
const access = "organisation";
const path = "/app/{app_id}";
export const appParams = z.object({ app_id: z.string().meta({ description: "Its id or uid." }) });

const SEARCH_LENGTH_MAX = 256;

const saved = ({ application, isNew }: Saved) => ({
	status: isNew ? 201 : 200,
	body: toApplicationOut(application),
});

export const applicationRoutes: AnyRoute[] = [
	route({
		method: "get",
		path: "/app",
		operationId: "v1.application.list",
		tag,
		summary: "List applications",
		access,
		query: z.object({
			limit,
			iterator: iterator("app"),
			order: order("ascending"),
			search: z
				.string()
				.max(SEARCH_LENGTH_MAX, `must be at most ${SEARCH_LENGTH_MAX} characters`)
				.optional()
				.transform((value) => value || null)
				.meta({
					description: "A part of the name, uid or id.",
				}),
			exclude_apps_with_no_endpoints: queryFlag(false),
			exclude_apps_with_disabled_endpoints: queryFlag(false).meta({
				description: "Leaves out those that have disabled endpoints only.",
			}),
			exclude_apps_with_svix_play_endpoints: queryFlag(false).meta({
				description: "Leaves out those that have endpoints for trying out only.",
			}),
		}),
		answers: { 200: listOf(ApplicationOut).meta({ id: "ListResponse_ApplicationOut" }) },
		run: ({ ctx, query }) =>
			listApplications(
				ctx,
				query,
				{
					withoutAny: query.exclude_apps_with_no_endpoints,
					withoutEnabled: query.exclude_apps_with_disabled_endpoints,
					withoutReal: query.exclude_apps_with_svix_play_endpoints,
				},
				query.search,
			),
		answer: (list) => ({ status: 200, body: toListOut(list, toApplicationOut) }),
	}),
	route({
		method: "post",
		path: "/app",
		operationId: "v1.application.create",
		tag,
		summary: "Create an application: one for each customer of yours",
		access,
		query: z.object({ get_if_exists: queryFlag(false) }),
		body: ApplicationIn,
		answers: { 200: ApplicationOut, 201: ApplicationOut },
		run: ({ ctx, body, query }) =>
			createApplication(ctx, toApplicationInput(body), query.get_if_exists),
		answer: saved,
	}),
	route({
		method: "get",
		path,
		operationId: "v1.application.get",
		tag,
		summary: "Get an application",
		access: "ViewBase",
		params: appParams,
		answers: { 200: ApplicationOut },
		run: ({ ctx, params }) => getApplication(ctx, params.app_id),
		answer: (application) => ({ status: 200, body: toApplicationOut(application) }),
	}),
	route({
		method: "put",
		path,
		operationId: "v1.application.update",
		tag,
		summary: "Replace an application, or create one",
		access,
		params: appParams,
		body: ApplicationIn,
		answers: { 200: ApplicationOut, 201: ApplicationOut },
		run: ({ ctx, params, body }) => putApplication(ctx, params.app_id, toApplicationInput(body)),
		answer: saved,
	}),
	route({
		method: "patch",
		path,
		operationId: "v1.application.patch",
		tag,
		summary: "Change some fields of an application",
		access,
		params: appParams,
		body: ApplicationPatch,
		answers: { 200: ApplicationOut },
		run: ({ ctx, params, body }) =>
			patchApplication(ctx, params.app_id, toApplicationChanges(body)),
		answer: saved,
	}),
	route({
		method: "delete",
		path,
		operationId: "v1.application.delete",
		tag,
		summary: "Delete an application; nothing more is delivered for it",
		access,
		params: appParams,
		answers: { 204: null },
		run: ({ ctx, params }) => deleteApplication(ctx, params.app_id),
		answer: () => ({ status: 204 }),
	}),
];
