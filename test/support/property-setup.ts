// Property-based tests try the same cases on every machine; `FC_SEED=…` (or `random`) tries others.
import fc from "fast-check";
import { inject } from "vitest";
import "./provided.ts";

// Inside workerd there is no environment: there it is provided.
const given = inject("propertySeed") ?? process.env.FC_SEED;
if (given !== "random") fc.configureGlobal({ seed: Number(given ?? 20_261_121) });
