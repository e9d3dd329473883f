import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { box, drag, drop, expect, test } from "./fixtures";
import {
  manyChannels,
  recording,
  type Tag,
  threeChannels,
  threePulsedChannels,
  twoChannels,
} from "./recording";
import { simulated } from "./simulated";

/** Zooming of charts, and charts of many channels, long times and dips. */

async function opened(page: Page, tags: readonly Tag[] = threeChannels(), hash = ""): Promise<void> {
  await page.goto(`/${hash}`);
  await drop(page, "some.tags", recording(tags));
  await expect(page.locator(".figure-rate .tv-lines")).toBeVisible();
  await expect(page.locator(".status-text")).toContainText("read in");
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const axis = (page: Page, figure: string): Promise<string[]> =>
  page.locator(`.figure-${figure} .tv-axis-x text`).allTextContents();

test("a wheel over a chart scrolls the page and reports how to zoom; with Control or the focus it zooms", async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 600 });
  await opened(page);
  const plot = page.locator(".figure-gaps .plot");
  await plot.scrollIntoViewIfNeeded();
  await plot.hover();
  const [before, from] = [await axis(page, "gaps"), await page.evaluate("scrollY")];
  await page.mouse.wheel(0, -120);
  await expect.poll(() => page.evaluate("scrollY")).toBeLessThan(Number(from));
  await expect(plot.locator(".wheel-hint")).toContainText("Ctrl + wheel");
  await expect(plot.locator(".wheel-hint")).toBeHidden();
  expect(await axis(page, "gaps")).toEqual(before);

  await plot.scrollIntoViewIfNeeded();
  await plot.hover();
  const still = await page.evaluate("scrollY");
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -400);
  await page.keyboard.up("Control");
  await expect.poll(() => axis(page, "gaps")).not.toEqual(before);
  await plot.focus();
  await page.mouse.wheel(0, -200);
  await expect.poll(() => page.url()).toContain("gaps=");
  expect(await page.evaluate("scrollY")).toBe(still);
  await expect(plot.locator(".wheel-hint")).toBeHidden();
  // At the whole axis, zooming out ends: the wheel scrolls the page.
  await plot.dblclick();
  await expect.poll(() => axis(page, "gaps")).toEqual(before);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate("scrollY")).not.toBe(still);
});

test("keys that are faster than the chart is drawn all count", async ({ page }) => {
  await opened(page, twoChannels());
  const plot = page.locator(".figure-rate .plot");
  const keys = ["+", "+", "+", "+", "ArrowRight", "-"];
  for (const key of keys) {
    await plot.press(key);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  }
  await expect.poll(() => page.url()).toContain("rate=");
  const slow = await axis(page, "rate");
  await plot.press("0");
  await expect.poll(() => axis(page, "rate")).not.toEqual(slow);
  await plot.evaluate((host, keys) => {
    for (const key of keys) host.dispatchEvent(new KeyboardEvent("keydown", { key }));
  }, keys);
  await expect.poll(() => axis(page, "rate")).toEqual(slow);
});

test("a chosen logarithmic rate axis is drawn, and a link keeps it", async ({ page }) => {
  await opened(page, twoChannels());
  const labels = page.locator(".figure-rate .tv-axis-y text");
  await expect(labels.first()).toHaveText("0");
  await page.getByRole("button", { name: "Logarithmic rates" }).click();
  await expect(labels.first()).not.toHaveText("0");
  await expect.poll(() => page.url()).toContain("ratelog=1");
  // 1,600 and 160 tags a second, a factor of ten apart.
  await expect(page.getByRole("button", { name: "Logarithmic rates" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
});

/** Channel 4 has a tag every 40,000 ticks (6.25 µs) for 0.375 s, 9 one after every tenth of them. */
function dense(): Tag[] {
  const tags: Tag[] = [];
  for (let index = 0n; index < 60_000n; index += 1n) {
    tags.push([index * 40_000n, 4n]);
    if (index % 10n === 0n) tags.push([index * 40_000n + 5n, 9n]);
  }
  return tags;
}

test("the rate's bin is shown, finer at higher zoom, and can be chosen", async ({ page }) => {
  await opened(page, dense());
  const bin = page.getByLabel("Width of the rate's bins");
  // At most 2,048 bins over 0.375 s: 2^21 ticks of 156.25 ps.
  await expect(bin).toHaveValue("327.68\u00a0µs");
  await expect.poll(() => new URL(page.url()).hash).toContain("v=1");
  await page.evaluate(() => {
    location.hash = `${location.hash}&rate=0.2..0.205`;
  });
  // 5 ms in bins of 2^14 ticks are at most 2,048 bins.
  await expect(bin).toHaveValue("2.56\u00a0µs");
  await expect(page.locator(".figure-rate")).toHaveAttribute("aria-busy", "false");
  // Channel 4 has a tag every 6.25 µs: one bin of 2.56 µs holds it, and the one or two between are empty.
  const path = (await page.locator(".figure-rate .tv-range").first().getAttribute("d")) ?? "";
  const drawn = [...path.matchAll(/,([\d.]+)/gu)].map(([, y]) => Number(y));
  const floor = Math.max(...drawn);
  expect(drawn.filter((y) => y < floor - 20).length).toBeGreaterThan(10);
  expect(drawn.filter((y) => y === floor).length).toBeGreaterThan(10);
  await page.locator(".figure-rate .plot").focus();
  await page.keyboard.press("0");
  await expect(bin).toHaveValue("327.68\u00a0µs");
  await bin.fill("10 ms");
  await bin.press("Enter");
  await expect(bin).toHaveValue("10\u00a0ms");
  await expect.poll(() => page.url()).toContain("ratebin=64000000");
  // 1,600 tags of channel 4 in each.
  await page.locator(".figure-rate .plot").hover();
  await expect(page.locator(".figure-rate .readout")).toHaveText(/4: 160.kHz \(1,600\)/u);
  // A bin longer than the recording of 0.375 s has the rate of the recorded time.
  await bin.fill("10 s");
  await bin.press("Enter");
  await expect(bin).toHaveValue("10\u00a0s");
  await page.locator(".figure-rate .plot").hover({ position: { x: 200, y: 100 } });
  await expect(page.locator(".figure-rate .readout")).toHaveText(/4: 160.kHz \(60,000\)/u);
  await expect(page.locator(".figure-rate .tv-axis-x .tv-label")).toHaveText("time (ms)");
  const rates = page.locator(".figure-rate .tv-axis-y text");
  await expect(rates.filter({ hasText: /^100$/u })).toHaveCount(1);
  await bin.fill("1 ps");
  await bin.press("Enter");
  await expect(bin).toHaveAttribute("aria-invalid", "true");
  await bin.fill("");
  await bin.press("Enter");
  await expect(bin).toHaveValue("327.68\u00a0µs");
});

test("a part without any tag of a channel is shown as that, not as missing", async ({ page }) => {
  // Enough tags that they are not drawn one by one.
  await opened(page, manyChannels(12, 120));
  await drag(page, "rate", 0.5, 0.5);
  const rows = page.locator(".figure-rate .tv-rows text");
  await expect(rows).toHaveCount(12);
  // Between 4.2 and 5.6 of 10 ms, channel 5 has no tags.
  await page.evaluate(() => {
    location.hash = `${location.hash}&rate=0.0042..0.0056`;
  });
  await expect(page.getByLabel("Width of the rate's bins")).not.toHaveValue("5.12\u00a0µs");
  await expect(rows).toHaveCount(12);
});

test("hours are hours on the axis of time", async ({ page }) => {
  const hour = 23_040_000_000_000n;
  const tags = Array.from(
    { length: 2000 },
    (_, k): Tag => [(BigInt(k) * 4n * hour) / 2000n, 1n + BigInt(k % 2)],
  );
  await opened(page, tags);
  const labels = await axis(page, "rate");
  expect(labels.slice(0, 3)).toEqual(["0:00", "0:15", "0:30"]);
  expect(labels.at(-1)).toBe("time (h:min)");
  await expect(page.locator(".card")).toContainText(/3.h.59.min|4.h.0.min/u);
  // Nobody types kiloseconds.
  await expect(page.getByLabel("Range to")).toHaveValue(/^14392\.8\ss$/u);
});

test("more than eight channels have a row each, darker for higher values, and the pointer shows the channel", async ({
  page,
}) => {
  await opened(page, manyChannels(12));
  await expect(page.locator(".figure-rate .tv-heat")).toBeVisible();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(0);
  await expect(page.locator(".figure-gaps .tv-heat")).toBeVisible();
  expect(await page.locator(".figure-rate .tv-rows text").allTextContents()).toContain("5");
  const plot = await box(page.locator(".figure-rate .plot"));
  const row = await box(page.locator(".figure-rate .tv-rows text").filter({ hasText: /^7$/u }));
  await page.mouse.move(plot.x + plot.width / 2, row.y + row.height / 2);
  await expect(page.locator(".figure-rate .readout")).toHaveText(/ms\s+7: /u);
  await expect(page.locator("tr[data-channel='7']")).toHaveClass(/emphasised/u);
  // With four channels switched off, eight are left, which are lines.
  for (const channel of [1, 2, 3, 4])
    await page.getByRole("switch", { name: `Channel ${channel}`, exact: true }).click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(8);
});

test("the line that is pointed at stands out in all charts, and so does that of a channel in the table", async ({
  page,
}) => {
  await opened(page, threePulsedChannels());
  await page.locator("tr[data-channel='2']").hover();
  for (const figure of ["rate", "gaps"]) {
    await expect(page.locator(`.figure-${figure} .tv-line.emphasised`)).toHaveAttribute("data-channel", "2");
    await expect(page.locator(`.figure-${figure} .has-emphasis`)).toBeVisible();
  }
  await page.locator(".card").hover();
  await expect(page.locator(".emphasised")).toHaveCount(0);
  await page.locator(".figure-gaps .plot").scrollIntoViewIfNeeded();
  const name = await box(page.locator(".figure-gaps .tv-name").first());
  const number = await page.locator(".figure-gaps .tv-name").first().textContent();
  await page.mouse.move(name.x - 8, name.y + name.height / 2);
  await expect(page.locator(".figure-gaps .tv-line.emphasised")).toHaveAttribute(
    "data-channel",
    number ?? "",
  );
});

test("names of long channel numbers are cut where one sees it, and are whole in their titles", async ({
  page,
}) => {
  const long = (channel: bigint): bigint => 9_223_372_036_854_770_000n + channel;
  await opened(
    page,
    threeChannels().map(([time, channel]): Tag => [time, long(channel)]),
  );
  const name = page.locator(".figure-rate .tv-name").first();
  await expect(name).toContainText("…");
  await expect(name.locator("title")).toHaveText(/^922337203685477000\d$/u);
  const [text, chart] = [await box(name), await box(page.locator(".figure-rate .plot"))];
  expect(text.x + text.width).toBeLessThanOrEqual(chart.x + chart.width);
  await expect(page.locator("table.channels tbody th").first()).toHaveAttribute(
    "title",
    /^922337203685477000\d$/u,
  );
  await expect(page.locator(".figure-g2 h2")).toHaveText("Correlation 92233720…4770001 → 92233720…4770002");
});

test("a dip has its depth with its error and its width, in the chart and beside its heading", async ({
  page,
}) => {
  const light = ["--light", "emitter", "--light-rate", "2000000", "--lifetime", "5ns", "--efficiency", "0.5"];
  await page.goto("/");
  await drop(
    page,
    "dip.tags.zst",
    readFileSync(simulated("charts-dip", ...light, "--duration", "1s", "--no-extra")),
  );
  const words =
    /^dip within [^:]+ of 0 mean (0\.\d+) ±\s0\.\d+ of the level over ([\d.]+)\sns.* light antibunched/u;
  await expect(page.locator(".figure-g2 .readout")).toHaveText(words);
  const [, rest, width] = words.exec((await page.locator(".figure-g2 .readout").textContent()) ?? "") ?? [];
  // A mean over the bins that lack the most, of a dip that is twice the lifetime wide.
  expect(Number(rest)).toBeLessThan(0.7);
  expect(Number(width)).toBeGreaterThan(2);
  expect(Number(width)).toBeLessThan(25);
  await expect(page.locator(".figure-g2 .tv-dips")).toContainText("±");
});

test("windows are displaced beyond a long dead time, from a hint or typed", async ({ page }) => {
  const pairs = ["--pair-rate", "20000", "--efficiency", "0.5", "--dark-rate", "2000", "--no-extra"];
  await page.goto("/");
  const options = ["--dead-time", "45us", ...pairs, "--duration", "5s"];
  await drop(page, "dead.tags.zst", readFileSync(simulated("charts-dead", ...options)));
  const panel = page.locator(".figure-coincidences");
  const car = page.locator("table.coincidences tbody:not(.remarks) td").nth(3);
  await expect(car).toHaveText("–");
  await panel
    .locator(".hints")
    .getByRole("button", { name: /^Displace the windows by/u })
    .click();
  await expect(car).toContainText("±");
  await expect.poll(() => page.url()).toMatch(/displaced=2\d{6}/u);
  const box = panel.getByLabel("Displacement of the windows");
  await expect(box).toHaveValue(/^45\d/u);
  // Without a displacement, the default applies again.
  await box.fill("");
  await box.press("Enter");
  await expect(car).toHaveText("–");
  await box.fill("1 ms");
  await box.press("Enter");
  await expect(car).toContainText("±");
  await expect.poll(() => page.url()).toContain("displaced=6400000");
});

test("pulsed light: fewer coincidences than expected by chance give no efficiency", async ({ page }) => {
  const light = ["--light", "emitter", "--light-rate", "2000000", "--lifetime", "2ns", "--emitter-g2", "0.1"];
  const pulses = ["--pulse-rate", "20000000", "--pulse-width", "100ps", "--efficiency", "0.5", "--no-extra"];
  await page.goto("/");
  await drop(
    page,
    "pulsed.tags.zst",
    readFileSync(simulated("charts-pulsed", ...light, ...pulses, "--duration", "1s")),
  );
  const hints = page.locator(".figure-coincidences > .hints");
  await expect(hints).toContainText("tags repeat every 50.0");
  await expect(page.locator("table.coincidences tbody:not(.remarks) td").nth(3)).toHaveText("–");
  await hints.getByRole("button", { name: /^Set the period to 50/u }).click();
  await expect(page.locator(".figure-coincidences .remarks")).toContainText("windows whole periods later");
  const numbers = page.locator("table.coincidences tbody:not(.remarks) td");
  await expect(numbers.nth(3)).toHaveText(/^−0\.8/u);
  await expect(numbers.nth(4)).toHaveText(/3: –.*15: –/u);
});
