import type { Delay } from "@tagview/engine";
import { expect, it } from "vitest";
import { leadOf } from "../../web/src/formats/tags/panels/correlation-text";

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
});
