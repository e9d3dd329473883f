import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { counts, drag, drop, expect, press, test } from "./fixtures";
import { recording, threeChannels, threePulsedChannels, threeSteadyChannels } from "./recording";

/** Opens a recording whose channel 2 follows channel 1 by 25 to 27 ticks; times are in ticks. */
async function opened(page: Page, tags = threeChannels(), hash = ""): Promise<void> {
  await page.goto(`/${hash}`);
  await page.getByLabel("Units of time").selectOption("ticks");
  await drop(page, "three.tags", recording(tags));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
}

const title = (page: Page) => page.locator(".figure-g2 h2");
const peak = (page: Page) => page.locator(".figure-g2 .readout");
const row = (page: Page, pattern: string) =>
  page.locator("table.coincidences tr", { has: page.locator(`th[data-pattern='${pattern}']`) });
const delays = (page: Page) => page.getByLabel("Range of delays");
const fill = async (page: Page, name: string, text: string): Promise<void> => {
  await page.getByLabel(name, { exact: true }).fill(text);
  await page.getByLabel(name, { exact: true }).press("Enter");
};

test("the most significant pair is shown: its peak, its coincidences, its efficiencies", async ({ page }) => {
  await opened(page, threeSteadyChannels());
  await expect(page.locator(".figure-matrix .tv-cell")).toHaveCount(6);
  await expect(title(page)).toHaveText("Correlation 1 → 2");
  await expect(peak(page)).toContainText(/^delay 1 → 2 2(5\.9|6\.0)\d+ ±\s0\.0\d+\sticks/u);
  await expect(delays(page)).toHaveValue("-64 .. 64");
  await expect(page.getByLabel("Bin width")).toHaveValue("1");
  // The pointer on the peak reads the bin of its delay.
  await page.locator(".figure-g2 .tv-peak circle").hover({ force: true });
  await expect(page.locator(".figure-g2 .readout")).toContainText(/26 {3}[\d,]+ pairs/u);
  // Every tag of 1 has one partner within 27 ticks; one more comes by chance.
  const cells = row(page, "1,2").locator("td");
  await expect(cells.nth(0)).toHaveText("2,001 ± 45");
  // 2,000 of 2,000 tags in 2 x 32 + 1 of the 200,000,000 ticks are 1.3, by the rates in slices of time.
  await expect(cells.nth(2)).toHaveText(/^1\.[23]\d+ ±\s0\.0\d+$/u);
  // 32 displaced windows have some 45 coincidences.
  await expect(cells.nth(3)).toHaveText(/^1,[3-7]\d\d\s±\s2\d\d$/u);
  await expect(cells.nth(4)).toContainText(/1: 99\.980 ±\s0\.\d+\s%/u);
  // CAR names the accidentals that it is computed with.
  const car = page.locator("table.coincidences thead th").nth(4);
  await expect(car).toHaveText("CAR (measured)");
  await page.getByLabel("Accidentals of CAR and efficiency").selectOption("rates");
  await expect(car).toHaveText("CAR (rates)");
});

test("pulsed light is compared with other pulses once it has a period, as the command line does", async ({
  page,
}) => {
  await opened(page, threePulsedChannels(), "#v=1&pair=1,2");
  const cells = row(page, "1,2").locator("td");
  await expect(cells.nth(3)).toHaveText("–");
  await page.getByLabel("Period of pulsed light").fill("ch1");
  await page.getByLabel("Period of pulsed light").press("Enter");
  // Both channels have a tag at every pulse: they coincide as often as any two pulses.
  await expect(cells.nth(1)).toHaveText(/^(2,000|1,9\d\d)/u);
  await expect(cells.nth(3)).toHaveText(/^−?0\.0\d+ ±/u);
  await expect(page.locator("table.coincidences .remarks")).toContainText("whole periods");
});

test("in little space, no column of coincidences is cut off", async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 768 });
  await opened(page);
  await expect(row(page, "1,2").locator("td").nth(4)).toContainText("%");
  const cut = await page
    .locator(".figure-coincidences .scroller")
    .evaluate((box) => box.scrollWidth - box.clientWidth);
  expect(cut).toBe(0);
});

test("coincidences of three named channels are in their panel at 1280 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await opened(
    page,
    threeChannels(),
    "#v=1&patterns=1,2,3&names=1:signal%2520arm:;2:idler%2520one:;3:idler%2520two:",
  );
  await expect(row(page, "1,2,3").locator("td")).toHaveCount(5);
  const scroller = page.locator(".figure-coincidences .scroller");
  expect(await scroller.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
  // Where there is less room, the names stay beside the numbers that are scrolled to.
  await scroller.evaluate((box) => {
    box.style.width = "445px";
    for (const cell of box.querySelectorAll("td")) cell.style.minWidth = "120px";
    box.scrollLeft = 200;
  });
  await expect.poll(() => scroller.evaluate((box) => box.scrollLeft)).toBe(200);
  const left = async (place: Locator): Promise<number> => (await place.boundingBox())?.x ?? Number.NaN;
  expect(await left(row(page, "1,2").locator("th"))).toBeCloseTo(await left(scroller), 0);
});

test("a click selects a pair, and so do the keys, which announce their cell", async ({ page }) => {
  await opened(page);
  await page.locator(".tv-cell[data-a='1'][data-b='3']").click();
  await expect(title(page)).toHaveText("Correlation 1 → 3");
  await expect(row(page, "1,3")).toHaveCount(1);
  await expect.poll(() => page.url()).toContain("pair=1,3");
  await expect(peak(page)).toContainText("peaks repeat; no single one stands out");

  await press(page, "m");
  await expect(page.locator(".figure-matrix .plot")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("#live")).toContainText("2 → 3");
  await expect(page.locator(".cell-ring")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await expect(page.locator("#live")).toContainText("1 → 2: 1,200 counts");
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Correlation 1 → 2");
  await expect(page.locator("#live")).toContainText("Chosen: 1 → 2");
  // A channel with itself: no coincidences, and no error either.
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("Correlation 1 → 1");
  await expect(page.locator(".figure-coincidences .refused")).toContainText("no coincidences with itself");
});

test("a peak outside the delays on the chart is reported, with a button that shows it", async ({ page }) => {
  await opened(page, threeSteadyChannels());
  const lead = page.locator(".figure-matrix .lead");
  await expect(lead).toHaveText(/within ±6400: .*significant\.$/u);
  await page.getByRole("button", { name: "About Pairs of channels" }).click();
  await expect(page.locator(".figure-matrix .explanation")).toContainText("has at least 5 pairs");
  await page.keyboard.press("Escape");
  const hints = page.locator(".figure-g2 > .hints");
  await expect(hints).not.toContainText("outside these delays");
  await fill(page, "Range of delays", "1000..1400");
  await expect(hints).toContainText("the correlation peak is outside these delays, at 26 ticks");
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save a report" }).click();
  const report = readFileSync(await (await waiting).path(), "utf8");
  expect(report).toContain("hint: the correlation peak is outside these delays, at 26 ticks");
  expect(report).toMatch(/threshold +5 pairs/u);
  await hints.getByRole("button", { name: "Show the peak" }).click();
  await expect(delays(page)).toHaveValue("-64 .. 64");
  await expect(page.locator(".figure-g2 .tv-peak circle")).toBeVisible();
  await expect(hints).not.toContainText("outside these delays");
});

test("the bins' width follows its box, its keys and its buttons", async ({ page }) => {
  await opened(page);
  const label = page.locator(".figure-g2 .tv-axis-y .tv-label").first();
  await expect(label).toContainText("bin of 1 tick");
  await fill(page, "Bin width", "4");
  await expect(label).toContainText("bin of 4 ticks");
  await expect.poll(() => page.url()).toContain("bin=4");
  await page.locator(".figure-g2 .plot").focus();
  await page.keyboard.press("]");
  await expect(label).toContainText("bin of 8 ticks");
  await page.keyboard.press("[");
  await page.getByRole("button", { name: "Narrower bins ([)" }).click();
  await expect(label).toContainText("bin of 2 ticks");
  await fill(page, "Bin width", "");
  await expect(label).toContainText("bin of 1 tick");
});

test("wheel, drag and keys zoom the delays, a double click goes back to the peak", async ({ page }) => {
  await opened(page);
  const plot = page.locator(".figure-g2 .plot");
  await drag(page, "g2", 0.55, 0.8);
  await expect(delays(page)).not.toHaveValue("-64 .. 64");
  await expect.poll(() => page.url()).toMatch(/g2=\d+\.\.\d+/u);
  await plot.dblclick();
  await expect(delays(page)).toHaveValue("-64 .. 64");
  await plot.hover();
  await page.mouse.wheel(0, 600);
  await page.mouse.wheel(0, 600);
  await expect
    .poll(async () => Number((await delays(page).inputValue()).split(" .. ")[1]))
    .toBeGreaterThan(150);
  // A wider range of delays has wider bins automatically.
  await expect.poll(async () => Number(await page.getByLabel("Bin width").inputValue())).toBeGreaterThan(1);
  await plot.focus();
  await page.keyboard.press("0");
  await expect(delays(page)).toHaveValue("-64 .. 64");
  await page.keyboard.press("+");
  await expect.poll(async () => Number((await delays(page).inputValue()).split(" .. ")[1])).toBeLessThan(64);
});

test("counts or g2, linear or logarithmic delays, a key each", async ({ page }) => {
  await opened(page);
  const label = page.locator(".figure-g2 .tv-axis-y .tv-label").first();
  await press(page, "g");
  await expect(label).toHaveText("g2");
  await expect(page.getByRole("button", { name: /^Show g2/u })).toHaveAttribute("aria-pressed", "true");
  await press(page, "l");
  await expect(delays(page)).toHaveValue("1 .. 100000");
  await expect(page.locator(".figure-g2 .tv-axis-x text").filter({ hasText: "10,000" })).toHaveCount(1);
  await press(page, "l");
  await expect(delays(page)).toHaveValue("-64 .. 64");
});

test("the found delay is taken over, and the window narrows to the peak", async ({ page }) => {
  await opened(page);
  const use = page.getByRole("button", { name: "Use found delay" });
  await expect(use).toHaveText("Use found delay and window ±4");
  await use.click();
  await expect(page.getByLabel("Delay of channel 2")).toHaveValue("26");
  await expect(page.getByLabel("Coincidence window")).toHaveValue("4");
  await expect(use).toBeDisabled();
  await expect(row(page, "1,2").locator("td").first()).toHaveText("2,000 ± 45");
  // A window of 0 holds three of the five delays.
  await fill(page, "Coincidence window", "0");
  await expect(row(page, "1,2").locator("td").first()).toHaveText("1,200 ± 35");
  const hints = page.locator(".figure-coincidences .hints");
  await expect(hints).toContainText(
    /the window holds \d\d % of the peak of channels 1 and 2, whose width is 1\.\d ticks/u,
  );
  await hints.getByRole("button", { name: /^Set the window to ±2\b/u }).click();
  await expect(row(page, "1,2").locator("td").first()).toHaveText("2,000 ± 45");
  await expect(hints).toBeHidden();
  await fill(page, "Delay of channel 2", "1000");
  await expect(row(page, "1,2").locator("td").first()).toHaveText("0 (0.00 to 0.993)");
});

test("patterns are added and removed", async ({ page }) => {
  await opened(page);
  await fill(page, "Pattern to count", "1, 2, 3");
  await expect(row(page, "1,2,3").locator("td").first()).toHaveText("0 (0.00 to 0.993)");
  await expect.poll(() => page.url()).toContain("patterns=1,2,3");
  await expect(page.getByLabel("Delay of channel 3")).toHaveValue("0");
  await page.getByRole("button", { name: "Count 1 + 2 + 3 no more" }).click();
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).toHaveCount(1);
  await expect(page.getByLabel("Delay of channel 3")).toHaveCount(0);
});

test("bad input gets a sentence that names its field, and nothing is asked", async ({ page }) => {
  await opened(page);
  const shown = "#v=1&file=three.tags&size=96040&tick=156.25ps";
  const bad = await page.evaluate(() => {
    const mark = document.body.appendChild(document.createElement("i"));
    mark.style.color = "var(--bad)";
    return getComputedStyle(mark).color;
  });
  for (const [name, text, sentence] of [
    ["Bin width", "0", "Bin width: The bin is narrower than a tick."],
    ["Bin width", "soon", 'Bin width: "soon" is not a time.'],
    ["Range of delays", "64..-64", 'Range of delays: The range "64..-64" ends before it begins.'],
    ["Coincidence window", "-1", "Coincidence window: The window is negative."],
    ["Pattern to count", "1,2,1", "Pattern to count: Channel 1 is in the pattern twice."],
    ["Pattern to count", "1,7", "Pattern to count: Channel 7 is not in this file. Choose from 1, 2, 3."],
    ["Delay of channel 1", "1 parsec", 'Delay of channel 1: "parsec" is not a unit of time.'],
    ["Range from", "999999999999", "Range from: The recording ends before this range."],
  ] as const) {
    await fill(page, name, text);
    const box = page.getByLabel(name, { exact: true });
    await expect(box).toHaveAttribute("aria-invalid", "true");
    await expect(box).toHaveCSS("border-top-color", bad);
    await expect(page.getByRole("alert").filter({ visible: true })).toContainText(sentence);
    await box.press("Escape");
    await expect(box).not.toHaveAttribute("aria-invalid", "true");
  }
  await fill(page, "Bin width", "2");
  // The address is written with the last change; it would show if any of the others were applied.
  await expect.poll(() => new URL(page.url()).hash).toBe(`${shown}&bin=2`);
  await fill(page, "Range of delays", "-1000000..1000000");
  await expect(page.getByRole("alert").filter({ visible: true })).toContainText("1,000,001 bins");
  // One message at a time.
  await fill(page, "Coincidence window", "-1");
  await expect(page.getByRole("alert").filter({ visible: true })).toHaveText(/The window is negative/u);
});

test("a range changes everything else: table, gaps, matrix, correlation, coincidences", async ({ page }) => {
  await opened(page);
  await fill(page, "Range to", "99950000");
  await expect.poll(() => counts(page)).toMatchObject({ "1": "1,000", "2": "1,000" });
  await expect(row(page, "1,2").locator("td").first()).toHaveText("1,000 ± 32");
  await expect(page.locator(".tv-cell[data-a='1'][data-b='2'] title")).toContainText("600 counts");
  await expect(page.locator(".figure-g2 .chip")).toHaveText("in the range");
  const total = await page.locator(".figure-g2 .chart svg").evaluate((svg) => svg.outerHTML);
  await page.getByRole("button", { name: "Back to the whole file" }).click();
  await expect(row(page, "1,2").locator("td").first()).toHaveText("2,000 ± 45");
  await expect(page.locator(".tv-cell[data-a='1'][data-b='2'] title")).toContainText("1,200 counts");
  await expect(page.locator(".figure-g2 .chip")).toBeHidden();
  expect(await page.locator(".figure-g2 .chart svg").evaluate((svg) => svg.outerHTML)).not.toBe(total);
});

test("the keyboard alone chooses a range on the rate chart", async ({ page }) => {
  await opened(page);
  await page.locator(".figure-rate .plot").focus();
  for (let step = 0; step < 20; step += 1) await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => page.url()).toMatch(/range=0\.\.\d+/u);
  await expect.poll(async () => Number((await counts(page))["1"]?.replace(",", ""))).toBeLessThan(1100);
  const [, end] = /range=0\.\.(\d+)/u.exec(page.url()) ?? [];
  await page.keyboard.press("Shift+ArrowUp");
  await expect.poll(() => page.url()).toMatch(/range=[1-9]\d*\.\./u);
  const [, moved] = /range=\d+\.\.(\d+)/u.exec(page.url()) ?? [];
  expect(Number(moved)).toBeGreaterThan(Number(end));
});

test("a file without tags, with one, or with one channel does no harm", async ({ page }) => {
  await page.goto("/");
  await drop(page, "none.tags", recording([]));
  await expect(page.locator("#main")).toContainText("This recording is sound but has no tags.");
  await drop(page, "one.tags", recording([[5n, 8n]]));
  await expect.poll(() => counts(page)).toEqual({ "8": "1" });
  await expect(title(page)).toHaveText("Correlation 8 → 8");
  await expect(page.locator("main")).not.toContainText("NaN");
  await expect(page.locator(".refused").filter({ visible: true })).toHaveCount(1);
});

test("too many channels for the matrix are not damage: it gives the reason, and the chosen pair is shown", async ({
  page,
}) => {
  await page.goto("/");
  const tags = Array.from({ length: 7000 }, (_, k) => [BigInt(k) * 1000n, BigInt(k % 70)] as const);
  await drop(page, "many.tags", recording(tags));
  await expect(page.locator(".figure-matrix .refused")).toContainText("64");
  await expect(page.locator(".banner")).toBeHidden();
  await expect(title(page)).toHaveText("Correlation 0 → 1");
  await expect(row(page, "0,1").locator("td").first()).toBeVisible();
});
