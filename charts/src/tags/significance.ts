/** Significance of a peak in standard deviations, as text and as a colour. */

import { count } from "../numbers";

/**
 * A step of the colour scale: `slot` is the number of the CSS class `tv-s<slot>`; colours are those on a light
 * background.
 */
export interface SignificanceStyle {
  slot: number;
  fill: string;
  /** Colour of text on `fill`. */
  ink: string;
  /** Minimum significance of this step, in standard deviations. */
  from: number;
}

// The steps are one hue that darkens evenly, so that their order is visible to everyone, also in grey. There are about
// two per decade, the same for every recording, so that charts can be compared. Step 0 means no peak.
const STEPS: readonly SignificanceStyle[] = [
  { slot: 0, fill: "#f1f3f6", ink: "#7a828e", from: 0 },
  { slot: 1, fill: "#cbdff2", ink: "#1b2129", from: 3 },
  { slot: 2, fill: "#a6c8e6", ink: "#1b2129", from: 10 },
  { slot: 3, fill: "#6da3d2", ink: "#1b2129", from: 30 },
  { slot: 4, fill: "#3a79b4", ink: "#ffffff", from: 100 },
  { slot: 5, fill: "#17538d", ink: "#ffffff", from: 300 },
  { slot: 6, fill: "#0a2f58", ink: "#ffffff", from: 1000 },
];

/** The whole scale, ascending. */
export function steps(): readonly SignificanceStyle[] {
  return STEPS;
}

/** The step of a peak; null for a pair without one. */
export function significanceStyle(significance: number | null): SignificanceStyle {
  const [none, first] = STEPS as readonly [SignificanceStyle, SignificanceStyle];
  if (significance === null) return none;
  return STEPS.findLast(({ slot, from }) => slot > 0 && significance >= from) ?? first;
}

/** "38 σ", or "2.4 σ" if a decimal matters. */
export function sigmas(significance: number | null): string {
  if (significance === null || !Number.isFinite(significance)) return "–";
  return `${sigmaNumber(significance, true)}\u00a0σ`;
}

/** The number alone; "1.2k" if there is no `room` for "1,234". */
export function sigmaNumber(significance: number, room: boolean): string {
  if (significance < 9.95) return significance.toFixed(1);
  if (significance >= 999.5 && !room) return `${(significance / 1000).toPrecision(2)}k`;
  return count(Math.round(significance));
}
