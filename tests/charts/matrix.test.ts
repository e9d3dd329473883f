import { matrixChart, matrixLayout, pairSentence } from "@tagview/charts";
import { expect, test } from "vitest";
import { attributes, document, texts } from "./document";

const none = { delay: null, centre: null, fwhm: null, peak_counts: 4, counts: 9 };
const data = {
  channels: [3n, 15n, 16n],
  pairs: [
    { a: 3n, b: 3n, ...none, significance: 3.9 },
    { a: 3n, b: 15n, counts: 900, delay: 26n, centre: 25.5, fwhm: 3.3, peak_counts: 76, significance: 38.2 },
    { a: 3n, b: 16n, ...none, significance: 4.5 },
    { a: 15n, b: 15n, ...none, significance: null },
    { a: 15n, b: 16n, counts: 99, delay: -7n, centre: -7, fwhm: 2, peak_counts: 9, significance: 1234.5 },
    { a: 16n, b: 16n, ...none, significance: 4.2 },
  ],
};
const size = { width: 440, height: 260 };
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");

test("one cell per pair, coloured by significance if a peak stands out", () => {
  const svg = matrixChart(document, data, size);
  expect(attributes(svg, ".tv-cell", "data-a")).toEqual(["3", "3", "3", "15", "15", "16"]);
  expect(attributes(svg, ".tv-cell", "data-b")).toEqual(["3", "15", "16", "15", "16", "16"]);
  expect(attributes(svg, ".tv-cell rect", "class")).toEqual([
    "tv-s0",
    "tv-s3",
    "tv-s0",
    "tv-s0",
    "tv-s6",
    "tv-s0",
  ]);
  expect(attributes(svg, ".tv-stands", "data-b")).toEqual(["15", "16"]);
  expect(texts(svg, ".tv-cell text").map(plain)).toEqual([
    "–",
    "38",
    "3.98 ns",
    "–",
    "1,235",
    "−1.09 ns",
    "–",
  ]);
});

test("a cell describes its pair in a sentence", () => {
  expect(
    texts(matrixChart(document, data, size), ".tv-cell title")
      .map(plain)
      .slice(1, 4),
  ).toEqual([
    "3 → 15: 76 counts at 3.9844 ns, 38 σ",
    "3 → 16: no significant peak (4.5 σ)",
    "15 → 15: a channel with itself has no delay",
  ]);
  const [, pair] = data.pairs;
  if (pair)
    expect(plain(pairSentence(pair, { units: "ticks" }))).toBe("3 → 15: 76 counts at 25.500 ticks, 38 σ");
});

test("a delay has the digits of its error: noise around 0 is 0", () => {
  const [, pair] = data.pairs;
  const near = {
    ...data,
    channels: [3n, 15n],
    pairs: [{ ...pair, delay: 0n, centre: 2e-9, centre_error: 0.29 }],
  };
  expect(texts(matrixChart(document, near as typeof data, size), ".tv-cell text").map(plain)).toContain(
    "0 s",
  );
  const bare = { ...near, pairs: [{ ...pair, delay: 0n, centre: -4e-9 }] };
  const svg = matrixChart(document, bare as typeof data, size);
  expect(texts(svg, ".tv-cell text").map(plain)).toContain("0 s");
  expect(texts(svg, ".tv-cell title").map(plain)).toEqual(["3 → 15: 76 counts at 0 s, 38 σ"]);
});

test.each([
  [640n, "100 ns"],
  [0n, "0 s"],
  [-6_400_000n, "−1 ms"],
])("a delay of %s ticks is written %s", (delay, text) => {
  const [, pair] = data.pairs;
  if (pair) expect(plain(pairSentence({ ...pair, delay, centre: null }))).toContain(` at ${text},`);
});

test("the chosen pair is outlined, whichever of its channels comes first", () => {
  const one = matrixChart(document, data, { ...size, chosen: { a: 15n, b: 3n } });
  const cell = matrixLayout(data, size).cell(3n, 15n);
  expect(attributes(one, ".tv-chosen", "x")).toEqual([String((cell?.x ?? 0) - 1)]);
  expect(attributes(one, ".tv-chosen", "y")).toEqual([String((cell?.y ?? 0) - 1)]);
  expect(
    attributes(matrixChart(document, data, { ...size, chosen: { a: 3n, b: 9n } }), ".tv-chosen", "x"),
  ).toEqual([]);
});

test("the cell under a point is the one drawn there, and none lies below the diagonal", () => {
  const layout = matrixLayout(data, size);
  const svg = matrixChart(document, data, size);
  const [xs, ys] = [attributes(svg, ".tv-cell rect", "x"), attributes(svg, ".tv-cell rect", "y")];
  data.pairs.forEach(({ a, b }, index) => {
    const hit = layout.at(Number(xs[index]) + 1, Number(ys[index]) + 1);
    expect([hit?.a, hit?.b]).toEqual([a, b]);
  });
  expect(layout.at(layout.left + 1, layout.top + 2 * layout.cellHeight + 1)).toBeNull();
  expect(layout.at(0, 0)).toBeNull();
  expect(layout.at(layout.left + 3 * layout.cellWidth + 1, layout.top + 1)).toBeNull();
});

test("hidden channels are left out, and the others take their place", () => {
  const svg = matrixChart(document, data, { ...size, hidden: new Set([15n]) });
  expect(attributes(svg, ".tv-cell", "data-a")).toEqual(["3", "3", "16"]);
  expect(matrixLayout(data, { ...size, hidden: new Set([15n]) }).channels).toEqual([3n, 16n]);
  expect(
    texts(matrixChart(document, data, { ...size, hidden: new Set([3n, 15n, 16n]) }), ".tv-empty"),
  ).toEqual(["Every channel is switched off."]);
});

test("light that is detected as pulsed has no delay and is labelled as pulsed", () => {
  const remarks = [{ about: "delay", code: "pulsed" }];
  const pulsed = { a: 3n, b: 15n, ...none, significance: 40, remarks };
  expect(pairSentence(pulsed)).toContain("; pulsed");
  const svg = matrixChart(document, { channels: [3n, 15n], pairs: [pulsed] }, size);
  expect(texts(svg, ".tv-cell text")).toContain("pulsed");
});

test("the place of a dip is that of its bins", () => {
  const [, pair] = data.pairs;
  const dips = [{ delay: -0.5, depth: 0.9, width: 32 }];
  const dark = { ...none, a: 3n, b: 15n, counts: 900, significance: 2, ...pair, delay: null, dips };
  expect(plain(pairSentence(dark))).toContain("; a dip within 2.6 ns of 0");
  const svg = matrixChart(document, { ...data, pairs: [dark] }, size);
  expect(texts(svg, ".tv-cell text")).toContain("dip near 0");
});

test("64 channels fit, without numbers", () => {
  const channels = Array.from({ length: 64 }, (_, index) => BigInt(index));
  const pairs = channels.flatMap((a) =>
    channels.slice(Number(a)).map((b) => ({ a, b, ...none, delay: 1n, significance: 5000 })),
  );
  const many = { channels, pairs };
  const svg = matrixChart(document, many, size);
  expect(attributes(svg, ".tv-cell", "data-a")).toHaveLength(2080);
  expect(texts(svg, ".tv-cell text")).toEqual([]);
  const last = matrixLayout(many, size).cell(63n, 63n);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual(440);
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(260);
});

test.each([1, 2, 3, 5, 12, 33])("the legend covers no cell of %i channels", (n) => {
  const channels = Array.from({ length: n }, (_, index) => BigInt(index));
  for (const [width, height] of [
    [300, 200],
    [440, 260],
    [260, 500],
    [900, 320],
  ] as const) {
    const layout = matrixLayout({ channels, pairs: [] }, { width, height });
    // It takes up the lower left corner, and the name left of a row's first cell is not on it either.
    for (let x = 0; x < Math.min(width, 230); x += 5) {
      for (let y = height - 36; y < height; y += 4) expect(layout.at(x, y)).toBeNull();
    }
  }
});

test("a screen reader hears the best pair", () => {
  const svg = matrixChart(document, data, { ...size, subject: "x.tags.zst" });
  expect(svg.getAttribute("aria-label")).toBe("Pairs of channels of x.tags.zst");
  expect(texts(svg, "desc").map(plain)).toEqual([
    "2 of 6 pairs have a peak. The most significant is 15 → 16: 9 counts at −1.0938 ns, 1,235 σ.",
  ]);
  expect(texts(matrixChart(document, { channels: [], pairs: [] }), ".tv-empty")).toEqual(["No tags."]);
});

test("a channel that has a name is called by it, with its number; long ones are cut, and their titles are whole", () => {
  const names = new Map([
    [3n, "pump"],
    [15n, "idler, far left"],
  ]);
  const svg = matrixChart(document, data, { ...size, names });
  const written = [...svg.querySelectorAll(".tv-axis text:not(.tv-label)")].map((text) => [
    text.firstChild?.textContent,
    text.querySelector("title")?.textContent,
  ]);
  expect(written).toContainEqual(["3 pump", undefined]);
  expect(written).toContainEqual(["15 i…left", "15 idler, far left"]);
  expect(written).toContainEqual(["16", undefined]);
  expect(pairSentence(data.pairs[1] as never, { names })).toMatch(/^3 pump → 15 idler, far left: 76 counts/u);
});

test("names of rows stand on no cell, however low the rows are", () => {
  const channels = Array.from({ length: 24 }, (_, k) => BigInt(k + 1));
  const pairs = channels.flatMap((a, k) =>
    channels.slice(k).map((b) => ({ a, b, ...none, significance: null })),
  );
  const svg = matrixChart(document, { channels, pairs }, { width: 330, height: 190 });
  const cells = [...svg.querySelectorAll(".tv-cell rect")].map((rect) =>
    ["x", "y", "width", "height"].map((name) => Number(rect.getAttribute(name))),
  );
  const rows = [...svg.querySelectorAll(".tv-axis text[text-anchor=end]")];
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    // Its letters reach from 9 pixels above the line on which they stand down to it.
    const [right, bottom] = [Number(row.getAttribute("x")), Number(row.getAttribute("y"))];
    const under = cells.filter(
      ([x = 0, y = 0, width = 0, height = 0]) =>
        x < right && x + width > right - 6 && y < bottom - 0.5 && y + height > bottom - 8,
    );
    expect(under, row.textContent).toEqual([]);
  }
});

test("every column has a heading if there is room for five letters of it", () => {
  const names = new Map([[15n, "Alice horizontal"]]);
  const svg = matrixChart(document, data, { width: 330, height: 260, names });
  const anchors = attributes(svg, ".tv-axis text", "text-anchor");
  const headings = texts(svg, ".tv-axis text").filter((_, k) => anchors[k] === "middle");
  expect(headings.slice(0, 3)).toEqual(["3", "15 A…tal15 Alice horizontal", "16"]);
});
