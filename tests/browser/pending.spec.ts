/** Display and export while a query is pending or stopped. */

import { readFileSync } from "node:fs";
import type { Download, Locator, Page } from "@playwright/test";
import { choose, copied, settled, shown } from "./exporting";
import { drop, expect, followed, large, test } from "./fixtures";
import { hold, holdable, holdEnd, letGo } from "./held";
import { recording, threeChannels } from "./recording";

/** Delays that are counted by a question of their own, because the pairs of all channels do not reach as far. */
const FAR = "g2=-640000..640000";

async function opened(page: Page, keys: string): Promise<void> {
  await holdable(page);
  await page.goto(`/#v=1&${keys}`);
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await settled(page);
}

/** The shape of the correlation's line, in hundredths of its height: the same in a chart of any size. */
async function shape(page: Page): Promise<number[]> {
  const line = (await page.locator(".figure-g2 .tv-line").getAttribute("d")) ?? "";
  const heights = [...line.matchAll(/[,V]([\d.]+)/gu)].map(([, y]) => Number(y));
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  return heights.map((y) => Math.round((100 * (bottom - y)) / (bottom - top)));
}

/** Expects the earlier shape, except for rounding in a chart of another size. */
async function expectShape(page: Page, before: number[]): Promise<void> {
  const now = await shape(page);
  expect(now).toHaveLength(before.length);
  expect(now.filter((y, k) => Math.abs(y - (before[k] ?? 0)) > 1)).toEqual([]);
}

interface Csv {
  file: string;
  /** The caption's values by their names. */
  caption: Record<string, string>;
  numbers: string;
}

const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), "utf8");

/** The caption and the numbers of a saved text. */
function parsed(text: string): Omit<Csv, "file"> {
  const facts = [...text.matchAll(/^# ([^:]+): (.*)$/gmu)].map(([, name, value]) => [name, value]);
  return { caption: Object.fromEntries(facts), numbers: text.replaceAll(/^#.*\n/gmu, "") };
}

/** The saved numbers of a figure. */
async function csvOf(page: Page, figure: string): Promise<Csv> {
  const waiting = page.waitForEvent("download");
  await choose(page, figure, "CSV");
  const download = await waiting;
  return { file: download.suggestedFilename(), ...parsed(await textOf(download)) };
}

/** Clicks a button; returns the share that a figure's label states at that moment. */
function shareAtClick(figure: string, button: Locator): Promise<string> {
  return button.evaluate((button: HTMLElement, figure) => {
    const label = document.querySelector(`.figure-${figure} .chip`)?.textContent ?? "";
    button.click();
    return label.replace("so far, ", "");
  }, figure);
}

/** Chooses an item of a figure's menu; returns the share at that moment. */
async function chosen(page: Page, figure: string, item: string): Promise<string> {
  await page.locator(`.figure-${figure} .menu-place > button`).click();
  const menu = page.locator(`.figure-${figure} .menu`);
  return shareAtClick(figure, menu.getByText(item, { exact: true }));
}

/** Rate and gaps have numbers from the first part of a recording on; the others wait for their queries. */
const FIGURES = ["rate", "gaps", "matrix", "g2", "coincidences"];

/** Changes of what is counted: the figure whose chart they leave behind, and facts that they change. */
const CHANGES: readonly [what: string, figure: string, keys: string, facts: readonly string[]][] = [
  ["the pair", "g2", `pair=2,3&${FAR}`, ["channels"]],
  ["the range", "g2", `pair=1,2&${FAR}&range=0..99999999`, ["range", "counted"]],
  ["the delays", "g2", "pair=1,2&g2=-320000..320000", ["delays", "bin"]],
  ["the width of bins", "g2", `pair=1,2&${FAR}&bin=20000`, ["bin"]],
  ["the period", "g2", `pair=1,2&${FAR}&period=100000`, ["period"]],
  ["the window", "coincidences", `pair=1,2&${FAR}&window=9`, ["window"]],
  ["a channel's delay", "coincidences", `pair=1,2&${FAR}&delays=2:26`, ["delays"]],
  ["the range of gaps", "gaps", `pair=1,2&${FAR}&range=0..99999999`, ["range", "counted"]],
  ["the range of pairs", "matrix", `pair=1,2&${FAR}&range=0..99999999`, ["range", "counted"]],
];

for (const [what, figure, keys, facts] of CHANGES)
  test(`a chart is exported with its own parameters after ${what} changed`, async ({ page, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await opened(page, `pair=1,2&${FAR}`);
    const panel = page.locator(`.figure-${figure}`);
    const all = async () => ({
      axis: await panel.locator(".tv-axis-x text").allTextContents(),
      csv: await csvOf(page, figure),
      line: await copied(page, figure, "command line"),
      json: await shown(page, figure),
      heading: await panel.locator("h2").textContent(),
    });
    const before = await all();
    await hold(page);
    await followed(page, `v=1&${keys}`);
    await expect(panel).toHaveAttribute("aria-busy", "true");
    const waited = await all();
    // The window belongs to the chosen pair: neither the chart of another pair nor its caption has it.
    if (what === "the pair") delete before.csv.caption.window;
    expect(waited).toEqual(before);
    // The view is saved without the numbers of the question before.
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the view as JSON" }).click();
    const view = JSON.parse(readFileSync(await (await saving).path(), "utf8"));
    if (figure === "g2") expect(view.results.correlation).toBeNull();

    await letGo(page);
    await settled(page);
    const after = await all();
    for (const fact of facts) expect(after.csv.caption[fact], fact).not.toBe(before.csv.caption[fact]);
    expect(after.line).not.toBe(before.line);
    // A period changes the areas of the peaks, and no bin.
    if (what !== "the period") expect(after.csv.numbers).not.toBe(before.csv.numbers);
    if (what === "the pair") {
      expect([before.csv.file, after.csv.file]).toEqual([
        "three-correlation-1-2.csv",
        "three-correlation-2-3.csv",
      ]);
      expect([before.heading, after.heading]).toEqual(["Correlation 1 → 2", "Correlation 2 → 3"]);
    }
  });

test("while a recording is read, exports state the share of it that the chart shows", async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await holdable(page);
  await page.goto("/");
  // Figures that showed the share of a chart while they had none.
  const wrong = await page.evaluateHandle(() => {
    const seen = { waiting: new Set<string>(), wrong: new Set<string>() };
    new MutationObserver(() => {
      for (const figure of document.querySelectorAll(".figure:has(.waiting)")) {
        seen.waiting.add(figure.className);
        const chip = figure.querySelector<HTMLElement>(".chip");
        if (chip && !chip.hidden) seen.wrong.add(`${figure.className}: ${chip.textContent}`);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    return seen;
  });
  await holdEnd(page);
  await page.setInputFiles("#picker", large());
  // Queries are repeated when the page is drawn: here at another size, as nothing more is read.
  let width = 1280;
  const chips = async () => {
    width += 1;
    await page.setViewportSize({ width, height: 720 });
    return Promise.all(
      FIGURES.map((figure) => page.locator(`.figure-${figure} .chip:visible`).allTextContents()),
    );
  };
  const share = expect.stringMatching(/^so far, \d+ %$/u);
  await expect.poll(chips, { timeout: 60_000 }).toEqual(FIGURES.map(() => [share]));
  for (const figure of FIGURES) {
    // A repeated query may be answered between two exports, so each is compared with the label at its click.
    const waiting = page.waitForEvent("download");
    const atClick = await chosen(page, figure, "CSV");
    const { caption } = parsed(await waiting.then(textOf));
    expect(caption.counted).toMatch(new RegExp(`^${atClick} of 1\\d,\\d{3},\\d{3} tags$`, "u"));
    await page.evaluate(() => navigator.clipboard.writeText(""));
    const copiedShare = await chosen(page, figure, "JSON");
    const copiedText = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copiedText).not.toBe("");
    const { counted } = JSON.parse(await copiedText());
    const [, percent, all = ""] = /^(\d+ %) of ([\d,]+) tags$/u.exec(counted.part) ?? [];
    expect(percent).toBe(copiedShare);
    expect(Math.floor((100 * counted.tags) / Number(all.replaceAll(",", "")))).toBe(
      Number.parseInt(copiedShare, 10),
    );
  }
  const seen = await wrong.evaluate(({ waiting, wrong }) => ({ waiting: waiting.size, wrong: [...wrong] }));
  expect(seen.waiting).toBeGreaterThan(0);
  expect(seen.wrong).toEqual([]);
  const report = page.waitForEvent("download");
  const rate = await shareAtClick("rate", page.getByRole("button", { name: "Save a report" }));
  const html = await report.then(textOf);
  expect(html).toMatch(new RegExp(`counted: +${rate} of 1\\d,`, "u"));
  expect(html).toMatch(new RegExp(`counted {2,}${rate} of 1\\d,`, "u"));
  await letGo(page);
});

test("an export that has begun is of the chart at the click, even if its code arrives later", async ({
  page,
}) => {
  await opened(page, `pair=1,2&${FAR}`);
  let load = (): void => {};
  const loading = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route("**/export-*.js", async (route) => {
    await loading;
    await route.continue();
  });
  const waiting = page.waitForEvent("download");
  await choose(page, "g2", "CSV");
  await followed(page, `v=1&pair=2,3&${FAR}`);
  await expect(page.locator(".figure-g2 h2")).toHaveText("Correlation 2 → 3");
  await settled(page);
  load();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe("three-correlation-1-2.csv");
  expect(readFileSync(await file.path(), "utf8")).toContain("# channels: 1 → 2");
});

test("a stopped question keeps the last chart, reports it, and can be counted again", async ({ page }) => {
  await opened(page, `pair=1,2&${FAR}`);
  const figure = page.locator(".figure-g2");
  const before = await shape(page);
  await hold(page);
  await followed(page, `v=1&pair=2,3&${FAR}`);
  await page.getByRole("button", { name: "Cancel" }).click();
  const again = figure.getByRole("button", { name: "Count again" });
  await expect(again).toBeVisible();
  await expect(figure.locator("h2")).toHaveText("Correlation 1 → 2");
  await expect(figure.locator(".chip")).toHaveText("the answer before");
  await expect(figure.locator(".refused")).toHaveText(
    "This was stopped before it was counted. Count it again, or change the question.",
  );
  await expectShape(page, before);
  await expect(figure).toHaveAttribute("aria-busy", "false");
  const csv = await csvOf(page, "g2");
  expect([csv.file, csv.caption.channels]).toEqual(["three-correlation-1-2.csv", "1 → 2"]);
  await letGo(page);
  await again.click();
  await settled(page);
  await expect(again).toBeHidden();
  await expect(figure.locator("h2")).toHaveText("Correlation 2 → 3");
  await expect(figure.locator(".refused")).toBeHidden();
  await expect(figure.locator(".chip")).toBeHidden();
  expect(await shape(page)).not.toEqual(before);
});

test("coincidences and the range, too, keep their numbers when their question is stopped", async ({
  page,
}) => {
  await opened(page, "pair=1,2&window=32");
  const first = page.locator("table.coincidences td").first();
  const before = await first.textContent();
  await hold(page);
  await followed(page, "v=1&pair=1,2&window=26&range=0..99999999");
  // Meanwhile they are not shown as the result.
  await expect(page.locator(".figure-coincidences .scroller")).toHaveCSS("opacity", "0.45");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.locator(".figure-coincidences .chip")).toHaveText("the answer before");
  await expect(first).toHaveText(before ?? "");
  await expect(page.locator(".table-panel .chip")).toHaveText("not of the range");
  await expect(page.locator(".figure-matrix .tv-cell")).toHaveCount(6);
  await letGo(page);
  await page.locator(".figure-coincidences").getByRole("button", { name: "Count again" }).click();
  await settled(page);
  await expect(first).not.toHaveText(before ?? "");
  await expect(page.locator(".table-panel .chip")).toHaveText("in the range");
  await expect(page.getByRole("button", { name: "Count again" })).toHaveCount(0);
});
