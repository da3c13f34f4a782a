// Words of the pages of one endpoint, which are loaded with them.
import { endpoint } from "./endpoint.ts";
import { endpointWork } from "./endpoint-work.ts";

export const endpointWords = { ...endpoint, ...endpointWork } as const;
