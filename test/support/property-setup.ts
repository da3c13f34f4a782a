// Property-based tests try the same cases on every machine; `FC_SEED=…` (or `random`) tries others.
import fc from "fast-check";

const given = typeof process === "undefined" ? undefined : process.env.FC_SEED;
if (given !== "random") fc.configureGlobal({ seed: Number(given ?? 20_261_121) });
