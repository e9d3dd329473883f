/** Inputs of properties are drawn from FAST_CHECK_SEED where that is set, else from another seed in each run. */

import fc from "fast-check";

const seed = process.env.FAST_CHECK_SEED;
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });
