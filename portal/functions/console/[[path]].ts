// The console's pages.
export { toApi as onRequest } from "../../to-api.ts";
