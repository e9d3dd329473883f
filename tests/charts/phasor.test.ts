/** Charts of phasors. */

import { phasorChart } from "@tagview/charts";
import { phasorCsv } from "@tagview/charts/csv";
import { expect, test } from "vitest";
import { document } from "./document";

const PERIOD = 12_500;
const TICK = 1e-12;

/** An image of two pixels: single decays of 1 and of 5 ns, by their definition as an integral over the decay. */
function twoDecays() {
  const phasors = [1000, 5000].map((lifetime) => {
    let [sum, cosine, sine] = [0, 0, 0];
    for (let t = 0.5; t < 100 * lifetime; t += 1) {
      const weight = Math.exp(-t / lifetime);
      const phase = (2 * Math.PI * t) / PERIOD;
      sum += weight;
      cosine += weight * Math.cos(phase);
      sine += weight * Math.sin(phase);
    }
    return { g: cosine / sum, s: sine / sum };
  });
  return {
    ...{ width: 2, height: 1, period: PERIOD, intensity: [30, 120] },
    g: phasors.map(({ g }) => g),
    s: phasors.map(({ s }) => s),
  };
}

/** The rectangles of a path, as [left, right, top, bottom]. */
function boxes(path: string): number[][] {
  return [...path.matchAll(/M(\S+?),(\S+?)H(\S+?)V(\S+?)H/gu)].map((match) =>
    [match[1], match[3], match[2], match[4]].map(Number),
  );
}

test("pixels of single decays lie at the marks of their lifetimes", () => {
  const svg = phasorChart(document, twoDecays(), { tick: TICK, width: 700, height: 400 });
  const labels = [...svg.querySelectorAll(".tv-semicircle text")].map((node) => node.textContent);
  const marks = [...svg.querySelectorAll(".tv-semicircle circle")].map((node) =>
    ["cx", "cy"].map((name) => Number(node.getAttribute(name))),
  );
  const cells = [...svg.querySelectorAll("path.tv-step")].flatMap((node) =>
    boxes(node.getAttribute("d") ?? ""),
  );
  expect(cells).toHaveLength(2);
  for (const label of ["1\u00a0ns", "5\u00a0ns"]) {
    const [x = 0, y = 0] = marks[labels.indexOf(label)] ?? [];
    const holds = ([left = 0, right = 0, top = 0, bottom = 0]: number[]) =>
      x >= left - 0.1 && x <= right + 0.1 && y >= top - 0.1 && y <= bottom + 0.1;
    expect(cells.filter(holds), label).toHaveLength(1);
  }
  expect(svg.querySelector(".tv-legend")?.textContent).toContain("120");
});

test("phasors outside the unit square of the semicircle widen the axes, and pixels without one are left out", () => {
  const data = { ...twoDecays(), g: [-0.9, Number.NaN], s: [-0.8, Number.NaN] };
  const svg = phasorChart(document, data, { tick: TICK });
  expect(svg.querySelectorAll("path.tv-step")).toHaveLength(1);
  expect(phasorCsv(data, undefined).trimEnd().split("\n")).toHaveLength(2);
  const none = phasorChart(document, data, { tick: TICK, has: (column) => column === 1 });
  expect(none.textContent).toContain("No pixel has a phasor");
});
