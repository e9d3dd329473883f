import { expect, it } from "vitest";
import { type State, type View, WHOLE } from "../../web/src/state";
import { fromHash, toHash } from "../../web/src/url";

const VIEW: View = {
  hidden: new Set([9n]),
  range: { from: 5n, to: 99n },
  rate: [0.25, 1.5],
  gaps: [1e-8, 1e-3],
  pair: { a: 3n, b: 15n },
  g2: { from: -64n, to: 64n },
  bin: 2n,
  normalised: true,
  logarithmic: true,
  window: 7n,
  delays: new Map([
    [15n, -26n],
    [18446744073709551615n, 3n],
  ]),
  patterns: [
    [3n, 15n, 16n],
    [3n, 16n],
  ],
};

const current = { name: "été & co #1.tags", size: 1787753, address: null } as State["current"];

it("restores a view from its link, with the name and size of its file", () => {
  const link = fromHash(toHash({ view: VIEW, page: "tags", current }));
  expect(link?.view).toEqual(VIEW);
  expect(link?.file).toEqual({ name: "été & co #1.tags", size: 1787753 });
  expect(link?.open).toBeNull();
});

it("is short where nothing was chosen", () => {
  expect(toHash({ view: WHOLE, page: "tags", current: null })).toBe("#v=1");
  const sample = { name: "sample.tags.zst", size: null, address: "sample" } as State["current"];
  expect(toHash({ view: WHOLE, page: "tags", current: sample })).toBe("#v=1&open=sample");
});

it("leaves out nonsense", () => {
  const nonsense =
    "#v=1&pair=3&g2=9..1&bin=0&window=-1&delays=1,2:x,-3:4&patterns=3,3;7;1,x;4,5&range=-5..9&norm=2&size=-";
  expect(fromHash(nonsense)?.view).toEqual({ ...WHOLE, patterns: [[4n, 5n]] });
  expect(fromHash("#v=99")).toBeNull();
  expect(fromHash("")).toBeNull();
});
