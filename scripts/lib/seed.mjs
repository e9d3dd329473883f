/** `npm test` draws the same inputs in each run, so that a test that fails is about the change. */
export const SEED = 1;

/** The environment of programs whose property tests draw their inputs from `seed`. */
export const seeded = (seed) => ({ PROPTEST_RNG_SEED: String(seed), FAST_CHECK_SEED: String(seed) });
