/** Names of the models for the `fit` of a correlation. */
export const FIT_MODELS = [
  ...(["two-level", "three-level", "lorentzian", "gaussian", "exponential"] as const),
  ...(["diffusion", "two-diffusion", "triplet"] as const),
] as const;

export type FitModel = (typeof FIT_MODELS)[number];
