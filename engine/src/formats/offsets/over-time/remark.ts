/** Something to know about headers over time, or why a number is null. */
export interface SeriesRemark {
  /** A short word in kebab case. */
  code: string;
  /** One or more full sentences. */
  message: string;
}
