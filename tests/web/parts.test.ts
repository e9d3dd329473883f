import { expect, it } from "vitest";
import { partsOf } from "../../web/src/ui/parts";

const whole = (text: string): string[] => partsOf(text).filter((_, k) => k % 2 === 0);

it("keeps numbers with their errors and units, and channels with their numbers", () => {
  expect(whole("dead time 3: 90.0 ns, 15: 60.3 ns; afterpulsing 16: 1.73 %")).toEqual([
    "dead time 3: 90.0 ns,",
    "15: 60.3 ns;",
    "afterpulsing 16: 1.73 %",
  ]);
  expect(whole("15 comes 3.960 ± 0.015 ns after 3, 503 ps wide")).toEqual([
    "15 comes 3.960 ± 0.015 ns",
    "after 3,",
    "503 ps wide",
  ]);
  expect(whole("antibunched: dip at 4.1 ns: mean 0.049 ± 0.017 of the level")).toEqual([
    "antibunched:",
    "dip at 4.1 ns:",
    "mean 0.049 ± 0.017 of the level",
  ]);
  expect(whole("4.06 ns – 4.22 ns   10,076 pairs   g2 12.3 ± 1.4")).toEqual([
    "4.06 ns – 4.22 ns",
    "10,076 pairs",
    "g2 12.3 ± 1.4",
  ]);
});

it("leaves out nothing", () => {
  const text = "9 comes 1 ns before 3,   a; b: c after d";
  expect(partsOf(text).join("")).toBe(text);
});
