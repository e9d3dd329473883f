/** A caution about headers over time, or the reason for a null. */
export interface SeriesRemark {
  /** A short word in kebab case. */
  code: string;
  /** One or more full sentences. */
  message: string;
}
