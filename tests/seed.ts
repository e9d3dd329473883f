/** Inputs of properties are drawn from FAST_CHECK_SEED if set, otherwise from another seed in each run. */

import fc from "fast-check";

const seed = process.env.FAST_CHECK_SEED;
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
