import type { Delay, Hint } from "@tagview/engine";
import { expect, it } from "vitest";
import { hintsIn, leadOf, peakFigures } from "../../web/src/formats/tags/panels/correlation-text";

const remarks = [{ about: "delay", code: "pulsed", message: "" }];
const pulsed = {
  a: 1n,
  b: 2n,
  delay: null,
  delay_modulo: null,
  period: null,
  dips: [],
  remarks,
} as unknown as Delay;

it("describes peaks only over a chart that has pairs", () => {
  expect(leadOf(pulsed, Float64Array.of(0, 3))).toBe("Peaks that repeat: the light is pulsed.");
  expect(leadOf(pulsed, Float64Array.of(0, 0))).toBeNull();
  expect(leadOf(pulsed, undefined)).toBe("Peaks that repeat: the light is pulsed.");
  // A period that is given does not make light pulsed.
  const typed = { ...pulsed, period: 80, remarks: [] };
  expect(leadOf(typed, undefined)).toBe("No peaks repeat with this period.");
});

it("names the width of a peak that is not Gaussian as a Gaussian width", () => {
  const peak = {
    ...pulsed,
    delay: 26n,
    centre: 26,
    centre_error: 0.1,
    fwhm: 7,
    fwhm_error: 0.02,
    significance: 400,
    remarks: [{ about: "fwhm", code: "peak-not-gaussian", message: "" }],
  } as unknown as Delay;
  const names = peakFigures(peak, { tick: 1e-9, units: "ticks" }, false).map(({ name }) => name);
  expect(names).toContain("Gaussian width");
});

it("advises wider bins, not a longer recording, where only a part of the delays is shown", () => {
  const few = {
    code: "few-counts",
    message: "no bin has more than 4 pairs: record for longer",
    option: null,
  };
  const words = (isNarrowed: boolean) => hintsIn([few as Hint], isNarrowed)[0]?.message;
  expect(words(false)).toBe(few.message);
  expect(words(true)).toBe("no bin has more than 4 pairs: choose wider bins, or show more delays");
});
