/** Typed values are read as intended, and no chart or number is misleading. */

import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { drop, expect, test } from "./fixtures";
import { recording, type Tag, threeChannels, threePulsedChannels, twoChannels } from "./recording";
import { simulated } from "./simulated";

const fill = async (page: Page, name: string, text: string): Promise<void> => {
  await page.getByLabel(name, { exact: true }).fill(text);
  await page.getByLabel(name, { exact: true }).press("Enter");
};

/** Tags of some channels, one after the other every 1,000 ticks. */
function steady(...channels: bigint[]): Tag[] {
  return Array.from({ length: 3000 }, (_, k) => [BigInt(k) * 1000n, channels[k % channels.length] ?? 0n]);
}

/** The class that gives each channel's line in a chart its colour. */
async function coloursOf(lines: Locator): Promise<Map<string, string>> {
  const found = await lines.evaluateAll((nodes) =>
    nodes.map((node) => [
      node.getAttribute("data-channel") ?? "",
      /tv-c\d/u.exec(node.getAttribute("class") ?? "")?.[0] ?? "",
    ]),
  );
  return new Map(found as [string, string][]);
}

test("a channel has one colour in every chart and table, also beside a recording of other channels", async ({
  page,
}) => {
  await page.goto("/");
  await drop(page, "first.tags", recording(steady(3n, 15n, 16n)));
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(3);
  const alone = await coloursOf(page.locator(".figure-rate .tv-line"));
  await drop(page, "second.tags", recording(steady(1n, 2n)));
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);
  // Its colours are those that it has without the first recording.
  const second = await coloursOf(page.locator(".figure-rate .tv-line"));
  expect([...second.values()]).toEqual([...alone.values()].slice(0, 2));
  await page.getByRole("button", { name: "Compare with first.tags" }).click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(5);
  await expect(page.locator(".figure-gaps .tv-line")).toHaveCount(5);
  const rate = await coloursOf(page.locator(".figure-rate .tv-line"));
  expect(new Set(rate.values()).size).toBe(5);
  expect(await coloursOf(page.locator(".figure-gaps .tv-line"))).toEqual(rate);
  for (const [channel, colour] of await coloursOf(page.locator("table.channels tbody tr")))
    expect(colour).toBe(rate.get(channel));
  for (const [channel, colour] of second) expect(rate.get(channel)).toBe(colour);
  await page.getByRole("button", { name: "first.tags", exact: true }).click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(3);
  expect(await coloursOf(page.locator(".figure-rate .tv-line"))).toEqual(alone);
});

test("with bins finer than pixels, the line reaches its peak, which has a mark and is reported once", async ({
  page,
}) => {
  await page.goto("/#v=1&pair=1,2&g2=-6400..6400&bin=1");
  await drop(page, "three.tags", recording(threeChannels()));
  const chart = page.locator(".figure-g2");
  await expect(chart.locator(".tv-peak circle")).toBeAttached();
  await expect(chart.locator(".readout")).toContainText(/delay|peak/u);
  // Line and mark of one drawing: the chart is drawn again when its size changes.
  const { line, x, y } = await chart.evaluate((figure) => {
    const mark = figure.querySelector(".tv-peak circle");
    const [x, y] = ["cx", "cy"].map((name) => Number(mark?.getAttribute(name)));
    return { line: figure.querySelector(".tv-line")?.getAttribute("d") ?? "", x, y };
  });
  const heights = [...line.matchAll(/,([\d.]+)/gu)].map(([, y]) => Number(y));
  expect(Math.min(...heights)).toBe(y);
  // 1,200 of 2,000 pairs lie at one delay: the axis goes a little further.
  expect(y).toBeLessThan(60);
  const nearest = [...line.matchAll(/([\d.]+),([\d.]+)/gu)].filter(
    ([, at]) => Math.abs(Number(at) - (x ?? 0)) <= 2,
  );
  expect(nearest.map(([, , height]) => Number(height))).toContain(y);
  const words = (await chart.locator(".tv-peak text").first().textContent()) ?? "";
  const [centre = ""] = words.split(" · ");
  expect(centre).toContain("±");
  await expect(chart.locator(".readout")).toContainText(`delay 1 → 2 ${centre}`);
});

test("times are read as people type them, in the unit that the box shows", async ({ page }) => {
  await page.goto("/#v=1&pair=1,2");
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  const delays = page.getByLabel("Range of delays");
  await expect(delays).toHaveValue("−10 .. 10\u00a0ns");
  for (const [text, ticks] of [
    ["-50..50 ns", "-320..320"],
    ["25 ns", "-160..160"],
    ["+-50 ns", "-320..320"],
    ["-100ns to 50ns", "-640..320"],
    ["-5..5", "-32..32"],
    ["0.5 us", "-3200..3200"],
  ] as const) {
    await fill(page, "Range of delays", text);
    await expect.poll(() => page.url()).toContain(`g2=${ticks}`);
  }
  await fill(page, "Range of delays", "10 ns");
  await expect(delays).toHaveValue("−10 .. 10\u00a0ns");
  await fill(page, "Bin width", "1 ns");
  await expect.poll(() => page.url()).toContain("bin=6");
  await expect(page.getByLabel("Bin width")).toHaveValue("937.5\u00a0ps");
  await expect(page.locator(".figure-g2 .field-result").first()).toHaveText("1 ns rounded to 6 ticks");
  await fill(page, "Bin width", "5 ns");
  await expect(page.locator(".figure-g2 .field-result").first()).toBeHidden();
  await fill(page, "Coincidence window", "5");
  await expect.poll(() => page.url()).toContain("window=32");
  await fill(page, "Range to", "0.5 ms");
  await expect.poll(() => page.url()).toContain("range=0..3200000");
});

test("the period is applied from a hint, given, that of a clock, or denied", async ({ page }) => {
  await page.goto("/#v=1&pair=1,2");
  await drop(page, "three.tags", recording(threePulsedChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  const period = page.getByLabel("Period of pulsed light");
  await expect(period).toHaveValue("");
  await expect(page.locator(".figure-g2 > .hints")).toContainText("tags repeat every 15.62");
  const apply = page
    .locator(".figure-g2 > .hints")
    .getByRole("button", { name: /^Set the period to 15\.62/u });
  await apply.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.url()).toMatch(/period=(100000|99999\.\d+|100000\.\d+)/u);
  await expect(period).toHaveValue(/^15\.62/u);
  await expect(page.locator(".figure-g2 > .hints")).toBeHidden();
  // The button is gone, and the focus is on the box that it filled.
  await expect(period).toBeFocused();
  await fill(page, "Range of delays", "100 us");
  await fill(page, "Period of pulsed light", "ch1");
  await expect.poll(() => page.url()).toContain("period=ch1");
  await expect(page.locator(".figure-g2 .readout")).toContainText(/period 15\.625\s.s of the clock/u);
  await expect(page.locator(".figure-g2 .tv-pulses text")).toContainText("g2 by areas");
  await expect(period).toHaveValue("ch1");
  await fill(page, "Period of pulsed light", "12.5 ns");
  await expect.poll(() => page.url()).toContain("period=80");
  // Another period than that of the tags is named beside its box, with a button for that of the tags.
  const beside = page.locator(".figure-g2 .panel-fields .hints");
  await expect(beside).toContainText(/tags repeat every 15\.62\d+\s.s, and not every 12\.5\d*\sns/u);
  await beside.getByRole("button", { name: /^Set the period to 15\.62/u }).click();
  await expect(period).toHaveValue(/^15\.62/u);
  await expect(beside).toBeHidden();
  await fill(page, "Period of pulsed light", "none");
  await expect(page.locator(".figure-g2 .tv-pulses")).toHaveCount(0);
  await fill(page, "Period of pulsed light", "ch7");
  await expect(page.getByRole("alert").filter({ visible: true })).toContainText(
    "Channel 7 is not in this file.",
  );
});

test("a delay is applied from the hint of coincidences, and its box gets the focus", async ({ page }) => {
  await page.goto("/#v=1&window=30");
  const late = simulated("readings-late", "--delay", "15=100ns", "--no-extra", "--duration", "1s");
  await drop(page, "late.tags.zst", readFileSync(late));
  const hints = page.locator(".figure-coincidences > .hints");
  await expect(hints).toContainText("channels 3 and 15 have a correlation peak outside the window, at 100");
  await hints.getByRole("button", { name: /^Set the delay of channel 15 to (99|100)\b/u }).click();
  const delay = page.getByLabel("Delay of channel 15");
  await expect(delay).toBeFocused();
  await expect(delay).toHaveValue(/^(99|100)\b/u);
  await expect(hints).toBeHidden();
  await expect.poll(() => page.url()).toMatch(/64\d/u);
});

test("a peak beyond the delays that pairs are searched in is one click away from the correlation", async ({
  page,
}) => {
  await page.goto("/");
  const late = simulated("readings-far", "--delay", "15=6.25us", "--no-extra", "--duration", "200ms");
  await drop(page, "far.tags.zst", readFileSync(late));
  const hints = page.locator(".figure-g2 > .hints");
  await expect(hints).toContainText(/a correlation peak outside these delays, at 6\.2[45]/u);
  await hints.getByRole("button", { name: "Show the peak" }).click();
  await expect(page.locator(".figure-g2 .lead")).toContainText(/^A peak at 6\.2[45]/u);
  await expect(hints).toBeHidden();
});

test("one tag has no rate, and is one tag on one channel", async ({ page }) => {
  await page.goto("/");
  await drop(page, "one.tags", recording([[5n, 8n]]));
  await expect(page.locator(".figure-rate .tv-empty")).toHaveText(
    "All tags have one time: there is no rate.",
  );
  await expect(page.locator("#live")).toContainText("1 tag on 1 channel.");
  await expect(page.locator("main")).not.toContainText("GHz");
});

test("counts have whole ticks and no error of 0", async ({ page }) => {
  await page.goto("/#v=1&pair=4,9&window=1");
  await drop(page, "two.tags", recording(twoChannels()));
  await expect(page.locator("table.coincidences tbody td").first()).toHaveText("0 (0.00 to 0.993)");
  const labels = await page.locator(".figure-coincidences .tv-axis-y text").allTextContents();
  for (const label of labels.filter((text) => /\d/u.test(text))) expect(label).toMatch(/^[\d,]+$/u);
  await expect(page.locator("main")).not.toContainText(/\b0 ±\s0\b/u);
});

test("each panel explains its terms in view, and Escape closes the explanation", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto("/");
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  for (const [panel, words] of [
    ["Rate over time", "width of the bin"],
    ["Pairs of channels", "Li, Ma"],
    ["Gaps between tags", "afterpulsing"],
    ["Correlation", "N_a N_b"],
    ["Coincidences", "2w + 1 ticks"],
    ["Stability of the rates", "Allan"],
    ["Lifetime", "pile-up"],
  ] as const) {
    await page.getByRole("button", { name: `About ${panel}` }).click();
    const text = page.getByRole("dialog", { name: `About ${panel}` });
    await expect(text).toContainText(words);
    const box = await text.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
    expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(700);
    await page.keyboard.press("Escape");
    await expect(text).toBeHidden();
  }
});

test("the verdict on a run is below its name: the checks it passed, or the first problem", async ({
  page,
}) => {
  await page.goto("/");
  const pause = ["--duration", "1s", "--no-extra", "--pause", "400ms..600ms"];
  await drop(page, "good.tags.zst", readFileSync(simulated("good-run", "--duration", "1s", "--no-extra")));
  await expect(page.locator(".verdict")).toHaveText(/^No damage found, all tags in order, no rate halves/u);
  await drop(page, "dark.tags.zst", readFileSync(simulated("dark-run", ...pause)));
  await expect(page.locator(".verdict")).toHaveText(
    /^Check this: channels 3 and 15 fall to \d(\.\d+)?\s% of the usual rate from (39\d|40\d)\sms to (59\d|60\d)\sms\.$/u,
  );
  // The list of open recordings states the same, with the tick of each.
  const dark = page.getByRole("button", { name: "dark.tags.zst", exact: true });
  const times = /from (39\d|40\d)\sms to (59\d|60\d)\sms$/u;
  await expect(dark).toHaveAttribute("title", times);
  await page.getByRole("button", { name: "good.tags.zst", exact: true }).click();
  await page.locator("#tick").fill("1 ns");
  await page.locator("#tick").press("Enter");
  await expect.poll(() => page.url()).toContain("tick=1+ns");
  await expect(dark).toHaveAttribute("title", times);
});
