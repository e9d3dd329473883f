/** The panels whose charts are saved and copied. */
export type PanelId =
  | "rate"
  | "gaps"
  | "matrix"
  | "g2"
  | "coincidences"
  | "stability"
  | "lifetime"
  | "image"
  | "phasor"
  | "region-decay";
