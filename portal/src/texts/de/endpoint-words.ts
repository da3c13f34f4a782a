// Wörter der Seiten eines Endpunkts, die mit ihnen geladen werden.
import type { EndpointCatalogue } from "../index.ts";
import { endpoint } from "./endpoint.ts";
import { endpointWork } from "./endpoint-work.ts";

export const endpointWords: EndpointCatalogue = { ...endpoint, ...endpointWork };
