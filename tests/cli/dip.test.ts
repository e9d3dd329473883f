/** The place of a dip, in the same words at the command line and on the page. */

import { parseTick } from "@tagview/engine";
import { expect, it } from "vitest";
import { dipPlace } from "../../charts/src/tags/dips";
import { dipText } from "../../cli/src/commands/tags/peak";

const DIP = { missing: 254.2, missing_error: 26, depth: 0.286, depth_error: 0.029, significance: 9 };

it("is the range of its bins, not their middle", () => {
  for (const [delay, width, place] of [
    [191.5, 256, "between 9.92 ns and 49.9 ns"],
    [-0.5, 32, "within 2.6 ns of 0"],
    [-79.5, 64, "between −17.4 ns and −7.42 ns"],
  ] as const) {
    const dip = { ...DIP, delay, width };
    const plain = (text: string): string => text.replaceAll("\u00a0", " ").replaceAll("−", "-");
    expect(plain(dipPlace(dip, { tick: 156.25e-12 }))).toBe(plain(place));
    expect(dipText(dip, parseTick("156.25ps"))).toContain(`dip ${plain(place)}: 254 ± 26 pairs missing in`);
  }
});
