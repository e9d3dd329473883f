import { expect, it } from "vitest";
import type { Item } from "../../web/src/app/viewer";
import type { View } from "../../web/src/formats/tags/model/view";
import { ignoredIn, readView, WHOLE, writeView } from "../../web/src/formats/tags/session/codecs";
import { toHash as hashOf, fromHash as linkOf, refusalOf } from "../../web/src/shell/url";

const VIEW: View = {
  tick: "156.25 ps",
  hidden: new Set([9n]),
  range: { from: 5n, to: 99n },
  rate: [0.25, 1.5],
  rateBin: 64n,
  rateLog: false,
  apart: true,
  gaps: [1e-8, 1e-3],
  pair: { a: 3n, b: 15n },
  g2: { from: -64n, to: 64n },
  at: 2n ** 62n + 1n,
  bin: 2n,
  period: 83.88,
  fit: "three-level",
  normalised: true,
  logarithmic: true,
  window: 7n,
  accidentals: "rates",
  displaced: 640_000n,
  delays: new Map([
    [15n, -26n],
    [18446744073709551615n, 3n],
  ]),
  patterns: [
    [3n, 15n, 16n],
    [3n, 16n],
  ],
  define: ["100=3+15", "101=100&16@2ns"],
  names: new Map([
    [3n, { name: "left: pump; 50 %", role: "herald" as const, colour: "sky" as const }],
    [15n, { name: "", role: "clock" as const, colour: null }],
    [16n, { name: "idler", role: null, colour: null }],
  ]),
  lifetime: { wanted: true, sync: 7n, channel: 3n, period: 80.25, range: 9999n, decays: 2 },
  decay: [0, 1e-8],
  pixels: "mean",
  region: { x_from: 10n, x_to: 20n, y_from: 5n, y_to: 9n },
  regionDecay: [0, 2e-9],
  ranges: [
    { name: "dark; 3,15: a=b & 50 %", from: 0n, to: 4n },
    { name: "lamp on ☀", from: 5n, to: 99n },
  ],
  note: "Fibre 2 was bent.\nAgain tomorrow; see run #7.",
};

type Named = Pick<Item, "name" | "size" | "origin">;

const current: Named = { name: "été & co #1.tags", size: 1787753, origin: { from: "person" } };

/** The hash of a recording, whose keys the shell and the viewer write together. */
function toHash({ view, current }: { view: View; current: Named }): string {
  return hashOf(current, { write: () => writeView(view), isOwnPage: () => false });
}

function fromHash(hash: string) {
  const link = linkOf(hash);
  if (!link) return null;
  const { target, keys } = link;
  return {
    view: readView(keys),
    file: target.of === "file" ? { name: target.name, size: target.size } : null,
    open: target.of === "address" ? target.address : null,
  };
}

it("restores a view from its link, with the name and size of its file", () => {
  const link = fromHash(toHash({ view: VIEW, current }));
  expect(link?.view).toEqual(VIEW);
  expect(link?.file).toEqual({ name: "été & co #1.tags", size: 1787753 });
  expect(link?.open).toBeNull();
});

it("restores that two decays are fitted where clock and channel are proposed", () => {
  const view: View = { ...WHOLE, lifetime: { ...WHOLE.lifetime, wanted: true, decays: 2 } };
  expect(fromHash(toHash({ view, current }))?.view).toEqual(view);
});

it("restores that a lifetime is hidden although the recording has a clock", () => {
  const view: View = { ...WHOLE, lifetime: { ...WHOLE.lifetime, wanted: false } };
  const hash = toHash({ view, current });
  expect(hash).toContain("clocked=off");
  expect(fromHash(hash)?.view).toEqual(view);
});

it("restores the clock of a period, and that lifetimes are wanted of whatever there is", () => {
  const view = { ...WHOLE, period: { clock: 5n }, lifetime: { ...WHOLE.lifetime, wanted: true } };
  const hash = toHash({ view, current });
  expect(hash).toContain("&period=ch5&clocked=auto");
  expect(fromHash(hash)?.view).toEqual(view);
  const divided = { ...WHOLE, period: { clock: 5n, divider: 8n } };
  expect(fromHash(toHash({ view: divided, current }))?.view).toEqual(divided);
});

it("is short where nothing was chosen", () => {
  const page: Named = { name: "", size: null, origin: { from: "page" } };
  expect(toHash({ view: WHOLE, current: page })).toBe("#v=1");
  const sample: Named = {
    name: "sample.tags.zst",
    size: null,
    origin: { from: "address", address: "sample" },
  };
  expect(toHash({ view: WHOLE, current: sample })).toBe("#v=1&open=sample");
});

it("leaves out nonsense", () => {
  const nonsense =
    "#v=1&pair=3&g2=9..1&bin=0&window=-1&delays=1,2:x,-3:4&patterns=3,3;7;1,x;4,5&range=-5..9&norm=2&size=-";
  expect(fromHash(nonsense)?.view).toEqual({ ...WHOLE, patterns: [[4n, 5n]] });
  expect(fromHash("#v=99")).toBeNull();
  expect(fromHash("")).toBeNull();
});

it("takes no value out of bounds from a link", () => {
  const read = (keys: string) => readView(new URLSearchParams(keys));
  for (const keys of [
    "rate=0..1e300",
    "rate=-1e300..1",
    "rate=0..1e-300",
    "rate=0..Infinity",
    "gaps=-1..1",
    "gaps=0..1",
    "decay=0..1e300",
    "range=0..9223372036854775808",
    "at=9223372036854775808",
    "g2=-9223372036854775808..0",
    "bin=99999999999999999999&ratebin=99999999999999999999",
    "period=1e300",
    "period=1e-300",
    "period=ch18446744073709551616",
    "period=ch5/0",
    "period=ch5/9999999999",
    "period=ch5/",
    "window=281474976710657",
    "delays=1:281474976710657,2:-281474976710657,18446744073709551616:1",
    "off=18446744073709551616,-1",
    "pair=18446744073709551616,1",
    "names=18446744073709551616:a:",
    `patterns=${Array.from({ length: 17 }, (_, k) => k).join(",")}`,
    "patterns=1,18446744073709551616",
    "fit=voigt",
    "fit=constructor",
    "tick=1",
    "tick=0ns",
    "tick=-1ns",
    "tick=9999999999999999s",
    "tick=0.000000000000001fs",
    `define=100=${"1+".repeat(200)}1`,
    "ranges=0..9223372036854775808:late",
  ])
    expect(read(keys), keys).toEqual(WHOLE);
  expect(read("clocked=18446744073709551616,1,1e300,281474976710657").lifetime).toEqual({
    wanted: true,
    sync: null,
    channel: 1n,
    period: null,
    range: null,
    decays: 1,
  });
  expect(read("clocked=7,3,,,3").lifetime).toMatchObject({ channel: 3n, decays: 1 });
  const many = Array.from({ length: 5000 }, (_, k) => k);
  expect(read(`patterns=${many.map((k) => `1,${k + 2}`).join(";")}`).patterns).toHaveLength(100);
  expect(read(`define=${many.map((k) => `${k + 100}=1+2`).join(";")}`).define).toHaveLength(1000);
  expect(read(`off=${[...many, ...many.map((k) => k + 5000), 99999].join(",")}`).hidden.size).toBe(10_000);
});

it("omits invalid ranges, and shortens names that are too long for an address", () => {
  const many = Array.from({ length: 80 }, (_, k) => `${k}..${k + 1}:r${k}`).join(";");
  const read = (keys: string) => readView(new URLSearchParams(keys));
  expect(read(`ranges=${many}`).ranges).toHaveLength(50);
  expect(read(`note=${"x".repeat(9000)}`).note).toHaveLength(2000);
  const some = read("ranges=9..1:backwards;-5..1:before;1..2:;3..4;5..6:%25zz;0..9:good;1..9:good").ranges;
  expect(some).toEqual([{ name: "good", from: 1n, to: 9n }]);
  expect(read(`ranges=0..1:${"n".repeat(99)}`).ranges[0]?.name).toHaveLength(60);
});

it("keeps every tick of what is shown of the rate, however far from the first tag", () => {
  const rates = [[1000.0000000001, 1000.0000000014] as const, [0.1, 2.3000000004] as const];
  for (const rate of rates) {
    const [low = 0, high = 0] = fromHash(toHash({ view: { ...VIEW, rate }, current }))?.view.rate ?? [];
    expect(Math.abs(low - rate[0])).toBeLessThan(1e-9 * (rate[1] - rate[0]));
    expect(Math.abs(high - rate[1])).toBeLessThan(1e-9 * (rate[1] - rate[0]));
  }
});

it("names the parts of a link that are ignored, and no others", () => {
  const ignored = (keys: string) => ignoredIn(new URLSearchParams(keys));
  expect(ignored("bin=0&g2=5..-5&fit=banana&norm=1")).toBe(
    "Ignored in the link, because it is not valid: g2=5..-5, bin=0, fit=banana.",
  );
  expect(ignored("v=1&file=a.tags&size=9&norm=1&bins=5")).toBe(
    "Ignored in the link, because it is not valid: bins=5.",
  );
  expect(ignored("norm=0&ratelog=0&accidentals=measured&pixels=counts&period=0&window=0&note=")).toBeNull();
  expect(
    ignored(new URLSearchParams(writeView(VIEW).filter(([, text]) => text !== "")).toString()),
  ).toBeNull();
  expect(ignored(`fit=${"x".repeat(500)}`)?.length).toBeLessThan(100);
});

it("encodes names once, and reads those that were encoded twice", () => {
  const names = new Map([[3n, { name: "810 nm: 50 %; left", role: null, colour: null }]]);
  const hash = toHash({ view: { ...WHOLE, names }, current });
  expect(hash).toContain("names=3:810+nm");
  expect(fromHash(hash)?.view.names).toEqual(names);
  expect(readView(new URLSearchParams("names=3:signal%2520arm:")).names.get(3n)?.name).toBe("signal arm");
});

it("an address that is no link of this version is stated", () => {
  expect(refusalOf("")).toBeNull();
  expect(refusalOf("#main")).toBeNull();
  expect(refusalOf("#v=1&pair=1,2")).toBeNull();
  expect(refusalOf("#v=2&pair=1,2")).toContain("later version");
  for (const hash of ["#v=abc&pair=1,2", "#pair=1,2", "#v=0"])
    expect(refusalOf(hash)).toContain("has no link of tagview");
});
