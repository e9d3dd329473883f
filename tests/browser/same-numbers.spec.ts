/** For any light, the page shows the numbers that the command line prints. */

import { existsSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { copied, printedBy, settled, shown } from "./exporting";
import { drop, expect, test } from "./fixtures";
import { simulated } from "./simulated";

const REAL = fileURLToPath(new URL("../../../shared/data/tags/500k.tags.zst", import.meta.url));

const SHORT = ["--duration", "300ms"];
const BEAM = ["--light-rate", "1000000", "--efficiency", "0.5", "--no-extra"];
const LIGHT: readonly (readonly [name: string, ...options: string[]])[] = [
  ["pairs", "--pair-rate", "50000", "--delay", "15=7ns"],
  ["coherent", "--light", "coherent", ...BEAM],
  ["thermal", "--light", "thermal", "--coherence-time", "100ns", ...BEAM],
  ["an emitter", "--light", "emitter", "--lifetime", "5ns", ...BEAM],
  [
    "pulsed pairs",
    "--pair-rate",
    "100000",
    "--pulse-rate",
    "20000000",
    "--clock",
    "7",
    "--clock-divider",
    "20",
  ],
  ["a laser's pulses", "--light", "coherent", "--pulse-rate", "20000000", "--pulse-width", "200ps", ...BEAM],
  [
    "a pulsed emitter",
    "--light",
    "emitter",
    "--emitter-g2",
    "0.1",
    "--lifetime",
    "2ns",
    "--pulse-rate",
    "20000000",
    ...BEAM,
  ],
  ["drifting light", "--light", "coherent", "--transmission", "0.2..1", ...BEAM],
  ["paused light", "--light", "coherent", "--pause", "50ms..200ms", ...BEAM],
  [
    "afterpulses and dead time",
    "--light",
    "coherent",
    "--afterpulsing",
    "0.05",
    "--dead-time",
    "50ns",
    ...BEAM,
  ],
];

type Answer = Record<string, unknown>;

/** Checks that the keys in both answers have the same values, and that `keys` are among them. */
function same(page: Answer, printed: Answer, keys: readonly string[]): void {
  const shared = Object.keys(page).filter((key) => key in printed);
  expect(shared).toEqual(expect.arrayContaining([...keys]));
  for (const key of shared) expect(printed[key], key).toEqual(page[key]);
}

function sameEach(page: unknown, printed: unknown, keys: readonly string[]): void {
  const [ones, others] = [page as Answer[], printed as Answer[]];
  expect(others.length).toBe(ones.length);
  for (const [at, one] of ones.entries()) same(one, others[at] ?? {}, keys);
}

async function compare(page: Page, file: string): Promise<void> {
  await page.goto("/");
  await drop(page, basename(file), readFileSync(file));
  await expect(page.locator(".figure-g2 .tv-line").first()).toBeAttached();
  await expect(page.locator(".status-text")).toContainText("read in");
  await settled(page);
  await page.getByRole("button", { name: "Show Stability of the rates" }).click();
  await settled(page);
  const both = async (figure: string): Promise<[Record<string, Answer>, Answer]> => [
    (await shown(page, figure)).results,
    printedBy(await copied(page, figure, "command line"), dirname(file)),
  ];
  const [g2, correlation] = await both("g2");
  same(g2.correlation ?? {}, correlation, ["a", "b", "counts", "g2", "tags_a", "tags_b", "span", "pulsed"]);
  const [{ coincidence }, coincidences] = await both("coincidences");
  sameEach(coincidence?.patterns, coincidences.patterns, [
    ...[
      "counts",
      "accidentals",
      "accidentals_rates",
      "accidentals_measured",
      "car",
      "car_error",
      "efficiency",
    ],
  ]);
  const [{ pairs }, matrix] = await both("matrix");
  sameEach(pairs?.pairs, matrix.pairs, [
    ...["counts", "delay", "centre", "centre_error", "significance", "fwhm", "fwhm_error", "dips"],
  ]);
  const [{ gaps = {} }, printedGaps] = await both("gaps");
  same(gaps, printedGaps, ["edges", "channels"]);
  const [{ rate = {} }, rates] = await both("rate");
  same(rate, rates, ["bin", "channels"]);
  const [{ stability = {} }, stable] = await both("stability");
  same(stability, stable, ["channels"]);
}

test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

for (const [name, ...options] of LIGHT)
  test(`of ${name}, page and command line tell the same`, ({ page }) =>
    compare(page, simulated(`same-${name.replaceAll(/\W+/gu, "-")}`, ...options, ...SHORT)));

test("page and command line report the same about a real recording", ({ page }) => {
  test.skip(!existsSync(REAL), "the real recordings are not here");
  return compare(page, REAL);
});
