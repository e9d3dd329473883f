/** The tick of a text whose times have a unit is not a matter of choice. */

import { expect, it } from "vitest";
import { checkTick } from "../../web/src/formats/tags/own-tick";
import type { Recording } from "../../web/src/formats/tags/recording";

const text = (unit: string | null) =>
  ({
    kind: { readAs: { import: "columns" }, name: null, tick: null, facts: { unit } },
  }) as unknown as Recording;

it("another tick is refused of a text with a unit, and taken of all others", () => {
  expect(() => checkTick(text("ns"))).toThrow(/the times of this text are in ns/);
  for (const recording of [text("ticks"), text(null), null]) expect(() => checkTick(recording)).not.toThrow();
});
