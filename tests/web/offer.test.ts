import { expect, it } from "vitest";
import { hasMore, offerText } from "../../web/src/comparison/offer";

it("offers no more items than the file has", () => {
  const words = { many: "tags", formats: "ten" };
  expect(offerText(words, 433_842)).toMatch(/^All 433,842 tags in ten formats,/u);
  expect(offerText(words, 2_000_000)).toMatch(/^The first 524,288 tags in ten formats,/u);
  expect(offerText(words, null)).toMatch(/^At most the first 524,288 tags in ten formats,/u);
  expect([433_842, 524_288, 524_289, null].map(hasMore)).toEqual([false, false, true, true]);
});
