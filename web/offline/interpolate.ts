/** What D3's scales need of `d3-interpolate` on the page, whose scales map numbers to numbers. */

export function interpolateNumber(from: number, to: number): (t: number) => number {
  return (t) => from * (1 - t) + to * t;
}

export function interpolateRound(from: number, to: number): (t: number) => number {
  return (t) => Math.round(from * (1 - t) + to * t);
}

/** @throws TypeError for colours and other text. */
export function interpolate(from: unknown, to: unknown): (t: number) => number {
  if (typeof from === "number" && typeof to === "number") return interpolateNumber(from, to);
  throw new TypeError("scales of the page map to numbers only");
}

/** Used only by scales with more than two colours. */
export const piecewise = interpolate;
