import { expect, it } from "vitest";
import { shareOfPeak } from "../../web/src/formats/tags/session/window-hints";

/** Standard deviations in the full width at half maximum. */
const FWHM = 2.354820045;

it("the share of a peak in a window is that of a normal distribution", () => {
  // 68.27, 95.45 and 99.73 % within 1, 2 and 3 standard deviations; a window reaches half a tick further.
  for (const [sigmas, share] of [
    [1, 0.682689],
    [2, 0.9545],
    [3, 0.9973],
  ] as const)
    expect(shareOfPeak(0, FWHM * 100, 100 * sigmas - 0.5)).toBeCloseTo(share, 5);
  expect(shareOfPeak(100.5, FWHM, 100)).toBeCloseTo(0.5, 6);
  expect(shareOfPeak(-100.5, FWHM, 100)).toBeCloseTo(0.5, 6);
  expect(shareOfPeak(300, FWHM, 100)).toBeCloseTo(0, 6);
});
