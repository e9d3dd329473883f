import { expect, it } from "vitest";
import { figuresText, withRemarks } from "../../web/src/ui/key-figures";

const remark = (about: string, message: string) => ({ about, message });

it("places a remark beside the figure that it is about, and returns the others", () => {
  const figures = [
    { name: "lifetime", value: "3.44 ns", about: "lifetime" },
    { name: "period", value: "1 µs", about: "period" },
    { name: "deviance", value: "412" },
  ];
  const remarks = [remark("period", "assumed"), remark("counts", "too few"), remark("lifetime", "doubtful")];
  const placed = withRemarks(figures, remarks, (message) => message.toUpperCase());
  expect(placed.figures.map((one) => one.remarks)).toEqual([["DOUBTFUL"], ["ASSUMED"], []]);
  expect(placed.others).toEqual(["TOO FEW"]);
  expect(figuresText(placed.figures)).toBe(
    "lifetime: 3.44 ns (DOUBTFUL); period: 1 µs (ASSUMED); deviance: 412",
  );
});
