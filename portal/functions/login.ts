// The page that a link opens.
export { toApi as onRequest } from "../to-api.ts";
