/** Weighted linear regression. */

/** A measured value with its standard error. */
export interface Point {
  x: number;
  y: number;
  error: number;
}

export interface StraightLine {
  slope: number;
  /** Standard error of the slope, which is that of the points. */
  slopeError: number;
  /** Sum of the squared distances from the line, in errors of the points. */
  chi2: number;
}

/**
 * Returns the straight line with the least sum of squared distances, in errors of the points; null if all points have
 * the same `x`. Bevington, Robinson, Data Reduction and Error Analysis for the Physical Sciences, chapter 6.
 */
export function straightLine(points: readonly Point[]): StraightLine | null {
  const weighted = points.map(({ x, y, error }) => ({ x, y, weight: error ** -2 }));
  const sum = (term: (point: { x: number; y: number; weight: number }) => number): number =>
    weighted.reduce((total, point) => total + term(point), 0);
  const all = sum(({ weight }) => weight);
  const meanX = sum(({ x, weight }) => weight * x) / all;
  const meanY = sum(({ y, weight }) => weight * y) / all;
  const spread = sum(({ x, weight }) => weight * square(x - meanX));
  if (!(spread > 0)) return null;
  const slope = sum(({ x, y, weight }) => weight * (x - meanX) * (y - meanY)) / spread;
  const chi2 = sum(({ x, y, weight }) => weight * square(y - meanY - slope * (x - meanX)));
  return { slope, slopeError: spread ** -0.5, chi2 };
}

/** Rounded once; the power of a number may be rounded differently in other languages. */
function square(x: number): number {
  return x * x;
}
