/** The tick of a text file whose times have a unit can't be chosen. */

import { expect, it } from "vitest";
import { assumedTick, checkTick, sharesTick, tickOf } from "../../web/src/formats/tags/session/own-tick";
import type { Recording } from "../../web/src/formats/tags/session/recording";

const text = (unit: string | null) =>
  ({
    kind: { readAs: { import: "columns" }, name: null, tick: null, facts: { unit } },
  }) as unknown as Recording;

it("another tick is rejected for a text file with a unit, and accepted for all others", () => {
  expect(() => checkTick(text("ns"))).toThrow(/the times of this text are in ns/);
  for (const recording of [text("ticks"), text(null), null]) expect(() => checkTick(recording)).not.toThrow();
});

const ticking = (chosen: string | null, stated: string | null, unit: string | null = null) => ({
  view: { tick: chosen },
  tick: stated,
  kind: unit === null ? null : text(unit).kind,
});

it("a chosen tick comes before that of the file, and that before the remembered one", () => {
  expect(tickOf(ticking("2ns", "1ps"))).toBe("2ns");
  expect(tickOf(ticking(null, "1ps"))).toBe("1ps");
  expect(tickOf(ticking(null, null))).toBe("156.25ps");
  expect(tickOf(null)).toBe("156.25ps");
  // Not by a link either.
  expect(tickOf(ticking("2ns", "1ns", "ns"))).toBe("1ns");
});

it("two recordings are drawn on one axis where their ticks have one length, or nobody knows that of either", () => {
  expect(sharesTick(ticking("2ns", null), ticking(null, null))).toBe(true);
  expect(sharesTick(ticking("2ns", null), ticking("2ns", null))).toBe(true);
  expect(sharesTick(ticking("2ns", null), ticking("3ns", null))).toBe(false);
  expect(sharesTick(ticking(null, "1ps"), ticking(null, "1ps"))).toBe(true);
  expect(sharesTick(ticking(null, "1ps"), ticking(null, null))).toBe(false);
  expect(sharesTick(ticking(null, null), ticking(null, "1ps"))).toBe(false);
});

it("a tick that the file does not state is shown as assumed", () => {
  const file = { kind: text("ticks").kind, tick: null };
  expect(assumedTick(file, "156.25ps")).toBe("156.25\u00a0ps, the default: the file states none");
  expect(assumedTick(file, "1ns")).toBe("1\u00a0ns, as set here: the file states none");
  expect(assumedTick({ ...file, tick: "1ps" }, "1ps")).toBeNull();
  expect(assumedTick({ kind: null, tick: null }, "156.25ps")).toBeNull();
});
