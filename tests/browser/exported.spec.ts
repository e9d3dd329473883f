/** A saved or copied chart names its contents, and includes its numbers. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { allPrintedBy, CLI, choose, copied, printedBy, settled, shown } from "./exporting";
import { drop, expect, test } from "./fixtures";
import { recording, type Tag, threeChannels } from "./recording";
import { simulated } from "./simulated";

/** A name that a shell would take apart. */
const NAME = "it's run $7.tags";
const FILE = "it_s_run_7";
const THREE = recording(threeChannels());

async function opened(page: Page, name = NAME, hash = ""): Promise<void> {
  await page.goto(`/${hash}`);
  await drop(page, name, THREE);
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).not.toHaveCount(0);
  await settled(page);
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel(name, { exact: true }).fill(text);
  await page.getByLabel(name, { exact: true }).press("Enter");
}

async function save(page: Page, figure: string, kind: string, size?: string) {
  const waiting = page.waitForEvent("download");
  await choose(page, figure, kind, size);
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Changes everything that numbers depend on. */
async function changed(page: Page): Promise<void> {
  await type(page, "Range from", "10 ms");
  await type(page, "Range to", "25 ms");
  await type(page, "Range of delays", "-3..40 ns");
  await type(page, "Bin width", "3 ticks");
  await type(page, "Coincidence window", "20 ticks");
  await type(page, "Delay of channel 2", "26 ticks");
  await type(page, "Pattern to count", "1,2,3");
  await type(page, "Period of pulsed light", "none");
  await type(page, "Width of the rate's bins", "50 us");
  await page.locator("#tick").fill("100 ps");
  await page.locator("#tick").press("Enter");
}

/** The words of a picture's caption. */
function captionOf(svg: string): string {
  const [, caption = ""] = /<g class="tv-caption"[^>]*>(.*?)<\/g>/su.exec(svg) ?? [];
  return caption.replaceAll(/\s/gu, " ").replaceAll(/<[^>]+>/gu, "");
}

test("pictures and numbers have a caption, and files have descriptive names", async ({ page }) => {
  await opened(page);
  await type(page, "Range to", "15.625 ms");
  await type(page, "Coincidence window", "5 ns");
  await settled(page);
  const { name, bytes } = await save(page, "g2", "SVG");
  expect(name).toBe(`${FILE}-correlation-1-2.svg`);
  const caption = captionOf(bytes.toString());
  for (const part of [
    `recording ${NAME}`,
    "channels 1 → 2",
    "bin 156.25 ps (1 tick)",
    "delays −10 .. 10 ns",
    "window 5 ns (32 ticks)",
    "range 0 .. 15.625 ms after the first tag",
    "tick 156.25ps",
    "counted in the range",
  ])
    expect(caption.replaceAll(" ", " ")).toContain(part);
  expect(caption).toMatch(/tagview \d+\.\d+/u);
  // The caption is below the chart, not on it.
  const [, high] = /viewBox="0 0 \d+ (\d+)/u.exec(bytes.toString()) ?? [];
  const [, first] = /tv-caption.*?<text[^>]* y="(\d+)"/su.exec(bytes.toString()) ?? [];
  const shown = await page.locator(".figure-g2 .chart svg").getAttribute("viewBox");
  expect(Number(first)).toBeGreaterThan(Number(shown?.split(" ")[3]));
  expect(Number(high)).toBeGreaterThan(Number(first));

  const csv = await save(page, "coincidences", "CSV");
  expect(csv.name).toBe(`${FILE}-coincidences-1-2.csv`);
  const lines = csv.bytes.toString().trimEnd().split("\n");
  const comments = lines.filter((line) => line.startsWith("# "));
  expect(lines.slice(0, comments.length)).toEqual(comments);
  expect(comments).toContain(`# recording: ${NAME}`);
  expect(comments).toContain("# channels: 1 + 2");
  expect(comments).toContain("# window: 5 ns (32 ticks)");
  expect(comments.at(-1)).toMatch(/^# tagview: \d/u);
  const [header = [], row = []] = lines.slice(comments.length).map((line) => line.split(","));
  const cell = (title: string): number => Number(row[header.indexOf(title)]);
  // Every tag of channel 1 and of channel 2 has a pair; accidentals subtract a little.
  expect(cell("coincidences")).toBe(1000);
  for (const which of ["first", "second"]) {
    expect(Math.abs(cell(`efficiency of the ${which} channel`) - 1)).toBeLessThan(0.005);
    expect(header).toContain(`standard error of the ${which} efficiency`);
  }
  for (const [figure, word] of [
    ["rate", "rate-1-2-3"],
    ["gaps", "gaps-1-2-3"],
    ["matrix", "pairs-1-2-3"],
  ] as const)
    expect((await save(page, figure, "CSV")).name).toBe(`${FILE}-${word}.csv`);
});

test("pictures are saved in the size that is chosen, drawn for it, and the choice is kept", async ({
  page,
}) => {
  await opened(page);
  const widthOf = (png: Buffer): number => png.readUInt32BE(16);
  const small = await save(page, "gaps", "PNG", "small, 480 × 300");
  expect(widthOf(small.bytes)).toBe(960);
  // The size applies to another chart without another choice.
  expect(widthOf((await save(page, "rate", "PNG")).bytes)).toBe(960);
  const large = (await save(page, "g2", "SVG", "large, 1600 × 900")).bytes.toString();
  expect(large).toMatch(/^<svg[^>]+ viewBox="0 0 1600 9\d\d/u);
  // It is not the page's picture enlarged: letters have their size, the axis the new width.
  expect(large).toContain('font-size="11"');
  const print = (await save(page, "g2", "SVG", "print, 86 × 57 mm")).bytes.toString();
  expect(print).toMatch(/^<svg[^>]+ width="85\.99mm"/u);
  const printed = await save(page, "g2", "PNG");
  expect(widthOf(printed.bytes)).toBe(Math.round((325 * 600) / 96));
  // Neither changed the chart on the page.
  await expect(page.locator(".figure-g2 .chart svg")).not.toHaveAttribute("width", /1600|mm/u);
});

test.describe("what is copied", () => {
  let folder = "";
  test.beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "tagview-"));
    writeFileSync(join(folder, NAME), THREE);
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const run = (line: string) => printedBy(line, folder);
  test.beforeEach(({ context }) => context.grantPermissions(["clipboard-read", "clipboard-write"]));

  const views: Record<string, (page: Page) => Promise<void>> = {
    "of a recording as it is opened": async () => {},
    "of a changed view": changed,
    "of a changed view with accidentals from rates": async (page) => {
      await changed(page);
      await page.getByLabel("Accidentals of CAR and efficiency").selectOption("from rates");
      await expect.poll(() => page.url()).toContain("accidentals=rates");
    },
    "of a changed view with logarithmic delays": async (page) => {
      await changed(page);
      await page.getByRole("button", { name: "Logarithmic bins of delay (l)" }).click();
    },
  };
  for (const [name, change] of Object.entries(views))
    test(`the command line prints the numbers of the page, ${name}`, async ({ page }) => {
      await opened(page);
      await change(page);
      await settled(page);
      const { correlation } = (await shown(page, "g2")).results;
      const g2 = run(await copied(page, "g2", "command line"));
      expect(g2.file).toBe(NAME);
      for (const key of ["a", "b", "counts", "g2", "tags_a", "tags_b", "span"])
        expect(g2[key], key).toEqual(correlation[key]);
      const { coincidence } = (await shown(page, "coincidences")).results;
      const coincidences = run(await copied(page, "coincidences", "command line"));
      expect(coincidences.window).toBe(coincidence.window);
      for (const key of ["channels", "counts", "accidentals", "car", "efficiency"])
        expect(coincidences.patterns.map((one: Record<string, unknown>) => one[key])).toEqual(
          coincidence.patterns.map((one: Record<string, unknown>) => one[key]),
        );
      const { gaps } = (await shown(page, "gaps")).results;
      const { channels, edges } = run(await copied(page, "gaps", "command line"));
      expect(edges).toEqual(gaps.edges);
      expect(channels.map(({ counts }: { counts: number[] }) => counts)).toEqual(
        gaps.channels.map(({ counts }: { counts: number[] }) => counts),
      );
      const { pairs } = (await shown(page, "matrix")).results;
      const matrix = run(await copied(page, "matrix", "command line"));
      for (const key of ["a", "b", "counts", "delay", "significance"])
        expect(matrix.pairs.map((one: Record<string, unknown>) => one[key])).toEqual(
          pairs.pairs.map((one: Record<string, unknown>) => one[key]),
        );
      const { rate } = (await shown(page, "rate")).results;
      const rates = run(await copied(page, "rate", "command line"));
      expect(rates.bin).toBe(rate.bin);
      expect(rates.channels).toEqual(rate.channels);
      // The command line includes the changes instead of assuming the defaults.
      if (name === "of a recording as it is opened") return;
      const line = await copied(page, "coincidences", "command line");
      const accidentals = name.includes("from rates") ? "--accidentals rates " : "";
      expect(line).toBe(
        `npx tagview coincidences --window 20 ${accidentals}--pattern 1,2 --pattern 1,2,3 --delay 2=26 --period none --from 64000000 ` +
          `--to 160000000 --tick '100 ps' --json 'it'\\''s run $7.tags'`,
      );
    });

  test("lifetimes and stability have their command lines too", async ({ page }) => {
    // Channel 1 has a tag every 100,000 ticks, and channel 2 one some 26 ticks after each.
    await opened(page, NAME, "#v=1&clocked=1,2,,200000,2");
    await page.getByRole("button", { name: "Show Stability of the rates" }).click();
    await expect(page.locator(".figure-lifetime .tv-lines")).toBeVisible();
    await settled(page);
    const { lifetime } = (await shown(page, "lifetime")).results;
    const printed = run(await copied(page, "lifetime", "command line"));
    expect(Math.max(...printed.counts)).toBeGreaterThan(1000);
    for (const key of ["period", "bin", "counts", "lifetime", "decays"])
      expect(printed[key], key).toEqual(lifetime[key]);
    const { stability } = (await shown(page, "stability")).results;
    const deviations = (of: { channels: { allan_deviation: number[] }[] }) =>
      of.channels.map(({ allan_deviation }) => allan_deviation);
    const answer = run(await copied(page, "stability", "command line"));
    expect(deviations(answer)).toEqual(deviations(stability));
  });

  test("the rate's command line counts the bins that are seen of a zoomed chart", async ({ page }) => {
    await opened(page, NAME, "#v=1&rate=0.012..0.0125");
    const { rate } = (await shown(page, "rate")).results;
    expect(rate.bin).toBeLessThan(10_000);
    const rates = run(await copied(page, "rate", "command line"));
    expect(rates.bin).toBe(rate.bin);
    const skipped = (rate.start - rates.start) / rate.bin;
    expect(skipped).toBeGreaterThan(0);
    expect(Number.isInteger(skipped)).toBe(true);
    for (const [at, { counts }] of rate.channels.entries())
      expect(rates.channels[at].counts.slice(skipped)).toEqual(counts);
  });

  test("for a recording with its own tick, the command line has the tick that was typed", async ({
    page,
  }) => {
    const file = simulated("own-tick", ...["--tick", "1ps", "--duration", "300ms", "--pair-rate", "100000"]);
    await page.goto("/");
    await drop(page, basename(file), readFileSync(file));
    await expect(page.locator("#tick")).toHaveValue("1 ps");
    await type(page, "tick", "156.25ps");
    await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).not.toHaveCount(0);
    await settled(page);
    const { coincidence } = (await shown(page, "coincidences")).results;
    const line = await copied(page, "coincidences", "command line");
    const [printed] = allPrintedBy(line, dirname(file));
    // A displacement of 20 us is a smaller number of ticks.
    expect(printed.displaced_from).toBe(coincidence.displaced_from);
    expect(printed.patterns[0].accidentals_measured).toBe(coincidence.patterns[0].accidentals_measured);
  });

  test("what is asked differently of the recording beside it has a command line of its own", async ({
    page,
  }) => {
    const [sound, broken] = ["sound.tags", "broken.tags"];
    // A time of the third quarter goes far ahead.
    const tags = threeChannels().map(([time, channel], k): Tag => [time * (k === 4000 ? 3n : 1n), channel]);
    writeFileSync(join(folder, sound), THREE);
    writeFileSync(join(folder, broken), recording(tags));
    await opened(page, sound);
    await drop(page, broken, recording(tags));
    await page.getByRole("button", { name: `Compare with ${sound}` }).click();
    await settled(page);
    for (const figure of ["g2", "coincidences", "matrix", "rate", "gaps"]) {
      const { results, compared } = await shown(page, figure);
      const printed = (await copied(page, figure, "command line"))
        .split("\n")
        .flatMap((line) => allPrintedBy(line, folder));
      expect(printed).toHaveLength(2);
      for (const [k, answers] of [results, compared.results].entries()) {
        const [answer] = Object.values(answers) as Record<string, unknown>[];
        // Delays are a list here and an object there; values that are not printed are left out.
        const inBoth = Object.entries(answer ?? {}).filter(([key]) => key in printed[k] && key !== "delays");
        expect(inBoth.length).toBeGreaterThan(1);
        expect(printed[k], `${figure} ${k}`).toMatchObject(Object.fromEntries(inBoth));
      }
    }
    const snippet = await copied(page, "g2", "Python");
    expect(snippet.match(/"--range=/gu)).toHaveLength(2);
  });

  test("Python reads the same numbers", async ({ page }) => {
    const python = ["python3", "python"].find((name) => spawnSync(name, ["--version"]).status === 0);
    test.skip(python === undefined, "there is no Python here");
    await opened(page);
    const snippet = await copied(page, "coincidences", "Python");
    const here = `    ${JSON.stringify(process.execPath)},\n    ${JSON.stringify(CLI)},`;
    const runnable = snippet.replace(/ {4}"npx",\n {4}"tagview",/u, here);
    expect(runnable).not.toBe(snippet);
    const printed = execFileSync(python ?? "", ["-c", runnable], { cwd: folder, encoding: "utf8" });
    const [pattern] = (await shown(page, "coincidences")).results.coincidence.patterns;
    expect(printed).toContain(`[1, 2] ${pattern.counts} `);
  });

  test("JSON has the displayed results of the panel, and nothing else", async ({ page }) => {
    await opened(page);
    const { file, parameters, results } = await shown(page, "g2");
    expect(file).toBe(NAME);
    expect(parameters).toMatchObject({ a: 1, b: 2, bin: 1, from: -64, to: 64 });
    expect(Object.keys(results)).toEqual(["correlation", "peak"]);
    expect(results.correlation.counts[64 + 26]).toBe(1200);
  });
});
