// The API.
export { toApi as onRequest } from "../../to-api.ts";
