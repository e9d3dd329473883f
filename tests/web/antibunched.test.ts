import type { CoincidencePattern, Correlation, Delay } from "@tagview/engine";
import { expect, it } from "vitest";
import { exceedsAccidentals, hasNoPairs, isAntibunched } from "../../web/src/formats/tags/model/antibunched";

const found = (changes: object, ...dips: object[]): Delay =>
  ({ a: 3n, b: 15n, delay: null, dips, remarks: [], ...changes }) as unknown as Delay;
const pulsed = (changes: object) =>
  ({ g2: null, g2_error: null, g2_upper: null, remarks: [], ...changes }) as unknown as NonNullable<
    Correlation["pulsed"]
  >;
const DIP = { delay: 26, depth: 0.95, depth_error: 0.02, width: 60 };

it("is a significant dip of two channels without a peak next to it", () => {
  expect(isAntibunched(found({}, DIP), null)).toBe(true);
  expect(isAntibunched(found({}), null)).toBe(false);
  expect(isAntibunched(found({}, { ...DIP, depth_error: 0.4 }), null)).toBe(false);
  expect(isAntibunched(found({}, { ...DIP, depth: null }), null)).toBe(false);
  expect(isAntibunched(found({ delay: 26n }, DIP), null)).toBe(false);
  expect(isAntibunched(found({ b: 3n }, DIP), null)).toBe(false);
  const remarks = [{ about: "delay", code: "pulsed", message: "" }];
  expect(isAntibunched(found({ remarks }, DIP), null)).toBe(false);
  expect(isAntibunched(null, null)).toBe(false);
});

it("of pulsed light is reported by the areas of its pulses", () => {
  expect(isAntibunched(found({}), pulsed({ g2: 0.14, g2_error: 0.003 }))).toBe(true);
  // The copy of a signal has all its pairs on one side.
  const remarks = [{ about: "g2", code: "side-peaks-not-level", message: "" }];
  expect(isAntibunched(found({}), pulsed({ g2: 0.0122, g2_error: 0.0048, remarks }))).toBe(false);
  expect(isAntibunched(found({}), pulsed({ g2: 0.9, g2_error: 0.05 }))).toBe(false);
  expect(isAntibunched(found({}, DIP), pulsed({ g2: 44.7, g2_error: 1.2 }))).toBe(false);
  expect(isAntibunched(found({}), pulsed({ g2: 0, g2_upper: 0.3 }))).toBe(true);
  expect(isAntibunched(found({}), pulsed({ g2: 0, g2_upper: 2 }))).toBe(false);
  expect(isAntibunched(found({}, DIP), pulsed({}))).toBe(false);
});

it("finds no pairs without a significant peak, or if no pulse is above the others", () => {
  const none = [{ about: "delay", code: "no-peak", message: "" }];
  expect(hasNoPairs(found({ delay_modulo: null, remarks: none }))).toBe(true);
  expect(hasNoPairs(found({ delay_modulo: 80, delay: 26n }))).toBe(true);
  expect(hasNoPairs(found({ delay_modulo: null, delay: 26n }))).toBe(false);
  const unknown = [{ about: "delay", code: "pulsed", message: "" }];
  expect(hasNoPairs(found({ delay_modulo: null, remarks: unknown }))).toBe(false);
});

it("coincidences exceed accidentals by more than three standard errors, or by their interval", () => {
  const pattern = (
    car: number | null,
    car_error: number | null,
    car_interval: [number, number] | null = null,
  ) => exceedsAccidentals({ car, car_error, car_interval } as CoincidencePattern);
  expect(pattern(124, 0.5)).toBe(true);
  expect(pattern(0.01, 0.005)).toBe(false);
  expect(pattern(-0.8, 0.02)).toBe(false);
  expect(pattern(4, null, [2.5, 6])).toBe(true);
  expect(pattern(0.5, null, [-0.4, 1.9])).toBe(false);
  expect(pattern(null, null)).toBe(false);
});
