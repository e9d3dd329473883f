import { COLOUR_NAMES, inColours, ranks, seriesStyle } from "@tagview/charts";
import { expect, it } from "vitest";

/** Names of the colours of channels, with a mark for dashed lines. */
function coloursOf(order: bigint[], chosen: [bigint, (typeof COLOUR_NAMES)[number]][]): string[] {
  const rank = ranks(inColours(order, new Map(chosen)));
  return order.map((channel) => {
    const { slot, dash } = seriesStyle(rank.get(channel) ?? -1);
    return `${COLOUR_NAMES[slot]}${dash === "" ? "" : " dashed"}`;
  });
}

it("channels get the colours that were chosen, and the others keep theirs", () => {
  expect(coloursOf([3n, 15n, 16n], [])).toEqual(["blue", "vermilion", "green"]);
  expect(coloursOf([3n, 15n, 16n], [[15n, "grey"]])).toEqual(["blue", "grey", "green"]);
  // The colour taken from channel 3 is replaced by the first free one.
  expect(coloursOf([3n, 15n, 16n], [[16n, "blue"]])).toEqual(["green", "vermilion", "blue"]);
});

it("two channels of one colour are distinguished by a dash", () => {
  const both: [bigint, "pink"][] = [
    [3n, "pink"],
    [16n, "pink"],
  ];
  expect(coloursOf([3n, 15n, 16n], both)).toEqual(["pink", "vermilion", "pink dashed"]);
});

it("no position is used twice, for any choice of colours", () => {
  const order = Array.from({ length: 40 }, (_, k) => BigInt(k));
  const chosen = order
    .filter((k) => k % 3n === 0n)
    .map((k) => [k, COLOUR_NAMES[Number(k % 5n)] ?? "blue"] as const);
  const placed = inColours(order, new Map(chosen));
  expect(new Set(placed).size).toBe(placed.length);
  expect(placed.filter((channel) => channel >= 0n).sort((a, b) => Number(a - b))).toEqual(order);
  expect(inColours(placed, new Map(chosen))).toEqual(placed);
});
