// What the client libraries look for below this, and the API refuses in words.
export { toApi as onRequest } from "../../to-api.ts";
