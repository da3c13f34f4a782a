// The public catalogs of event types.
export { toApi as onRequest } from "../../to-api.ts";
