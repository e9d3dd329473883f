/** Names of the models that a correlation's `fit` can be. */
export const FIT_MODELS = ["two-level", "three-level", "lorentzian", "gaussian", "exponential"] as const;

export type FitModel = (typeof FIT_MODELS)[number];
