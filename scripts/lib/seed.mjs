/** Seed of `npm test`: each run draws the same inputs, so that a failure is caused by the change. */
export const SEED = 1;

/** The environment of programs whose property tests draw inputs from `seed`. */
export const seeded = (seed) => ({ PROPTEST_RNG_SEED: String(seed), FAST_CHECK_SEED: String(seed) });
