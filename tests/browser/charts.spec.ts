import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { drag, drop, expect, test } from "./fixtures";
import { recording, type Tag, threeChannels, twoChannels } from "./recording";

/** How charts are zoomed, laid out and maximised, and what they show of many channels and long times. */

async function opened(page: Page, tags: readonly Tag[] = threeChannels(), hash = ""): Promise<void> {
  await page.goto(`/${hash}`);
  await drop(page, "some.tags", recording(tags));
  await expect(page.locator(".figure-rate .tv-lines")).toBeVisible();
  await expect(page.locator(".status-text")).toContainText("read in");
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** So many channels; channel k has 40 k tags within 64 million ticks (10 ms), but none in the middle fifth where k is 5. */
function manyChannels(channels: number): Tag[] {
  const tags: Tag[] = [];
  for (let k = 1; k <= channels; k += 1) {
    const many = 40 * k;
    for (let index = 0; index < many; index += 1) {
      const time = Math.floor((index * 64_000_000) / many) + 7 * k;
      if (k === 5 && time > 25_600_000 && time < 38_400_000) continue;
      tags.push([BigInt(time), BigInt(k)]);
    }
  }
  return tags.sort(([a], [b]) => Number(a - b));
}

const axis = (page: Page, figure: string): Promise<string[]> =>
  page.locator(`.figure-${figure} .tv-axis-x text`).allTextContents();

/** The room of an element that is on the page. */
async function box(place: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const found = await place.boundingBox();
  if (!found) throw new Error("It is not on the page.");
  return found;
}

test("a wheel over a chart scrolls the page and says how to zoom; with Control or the focus it zooms", async ({
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
  // The whole axis is as far as it goes: from there on the wheel is the page's.
  await plot.dblclick();
  await expect.poll(() => axis(page, "gaps")).toEqual(before);
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate("scrollY")).not.toBe(still);
});

test("what is wrong with a box is said on the screen, wherever the box stands", async ({ page }) => {
  for (const [width, height] of [
    [390, 700],
    [1280, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await opened(page);
    for (const name of ["Range to", "Pattern to count", "Delay of channel 2", "Range of delays"]) {
      const field = page.getByLabel(name, { exact: true });
      await field.scrollIntoViewIfNeeded();
      await field.fill("nonsense that nobody can read");
      await field.press("Enter");
      const said = page.getByRole("alert").filter({ hasText: `${name}:` });
      await expect(said).toBeVisible();
      const { x, y, width: wide, height: high } = await box(said);
      expect(x, name).toBeGreaterThanOrEqual(0);
      expect(x + wide, name).toBeLessThanOrEqual(width);
      expect(y, name).toBeGreaterThanOrEqual(0);
      expect(y + high, name).toBeLessThanOrEqual(height);
      // No panel cuts it off, nor lies over it.
      const top = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.textContent ?? "", [
        x + wide / 2,
        y + high / 2,
      ] as const);
      expect(top).toContain(name);
      await field.press("Escape");
      await expect(said).toBeHidden();
    }
  }
});

test("explanations and the list of shortcuts open at their top", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 420 });
  await opened(page);
  for (const open of [
    () => page.getByRole("button", { name: "About Coincidences" }).click(),
    () => page.keyboard.press("?"),
  ]) {
    await open();
    const text = page.locator(".explanation:popover-open, dialog[open]");
    await expect(text).toBeVisible();
    expect(await text.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
    expect(await text.evaluate((node) => node.scrollTop)).toBe(0);
    await expect(text.locator("h2, h3").first()).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(text).toBeHidden();
  }
});

test("rates are drawn by their logarithm where that is chosen, and a link keeps it", async ({ page }) => {
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

test("the rate's bin is shown, finer where less is shown, and can be chosen", async ({ page }) => {
  await opened(page, twoChannels());
  const bin = page.getByLabel("Width of the rate's bins");
  // At most 2,048 bins over a second: 2^22 ticks of 156.25 ps.
  await expect(bin).toHaveValue("655.36\u00a0µs");
  await page.evaluate(() => {
    location.hash = `${location.hash}&rate=0.5..0.514`;
  });
  // Of 1.4 % of it, bins of 2^16 ticks are 2,048 at most.
  await expect(bin).toHaveValue("10.24\u00a0µs");
  await expect(page.locator(".figure-rate")).toHaveAttribute("aria-busy", "false");
  // Channel 4 has a tag every 625 µs: one bin of 10.24 µs holds it, and the 60 bins between are empty.
  const path = (await page.locator(".figure-rate .tv-range").first().getAttribute("d")) ?? "";
  const drawn = [...path.matchAll(/,([\d.]+)/gu)].map(([, y]) => Number(y));
  const floor = Math.max(...drawn);
  expect(drawn.filter((y) => y < floor - 20).length).toBeGreaterThan(10);
  expect(drawn.filter((y) => y === floor).length).toBeGreaterThan(drawn.length / 2);
  await page.locator(".figure-rate .plot").focus();
  await page.keyboard.press("0");
  await expect(bin).toHaveValue("655.36\u00a0µs");
  await bin.fill("10 ms");
  await bin.press("Enter");
  await expect(bin).toHaveValue("10\u00a0ms");
  await expect.poll(() => page.url()).toContain("ratebin=64000000");
  // 16 tags of channel 4 in each, and 1.6 of channel 9 on average.
  await page.locator(".figure-rate .plot").hover();
  await expect(page.locator(".figure-rate .readout")).toHaveText(/4: 1\.60.kHz \(16\)/u);
  await bin.fill("1 ps");
  await bin.press("Enter");
  await expect(bin).toHaveAttribute("aria-invalid", "true");
  await bin.fill("");
  await bin.press("Enter");
  await expect(bin).toHaveValue("655.36\u00a0µs");
});

test("a part without any tag of a channel is shown as that, not as missing", async ({ page }) => {
  await opened(page, manyChannels(12));
  await drag(page, "rate", 0.5, 0.5);
  const rows = page.locator(".figure-rate .tv-rows text");
  await expect(rows).toHaveCount(12);
  // From 4.2 to 5.6 of 10 ms, channel 5 has none.
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

test("more than eight channels have a row each, darker for more, and the pointer says which", async ({
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
  await opened(page);
  await page.locator("tr[data-channel='2']").hover();
  for (const figure of ["rate", "gaps"]) {
    await expect(page.locator(`.figure-${figure} .tv-line.emphasised`)).toHaveAttribute("data-channel", "2");
    await expect(page.locator(`.figure-${figure} .has-emphasis`)).toBeVisible();
  }
  await page.locator(".card").hover();
  await expect(page.locator(".emphasised")).toHaveCount(0);
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
  await expect(page.locator(".figure-g2 h2")).toHaveText("Correlation 9223…0001 → 9223…0002");
});

test("the correlation is the largest chart but where there are rows, and one pattern has no bars", async ({
  page,
}) => {
  for (const [width, height] of [
    [1024, 700],
    [1280, 700],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await opened(page);
    const area = async (figure: string): Promise<number> => {
      const { width, height } = await box(page.locator(`.figure-${figure}`));
      return width * height;
    };
    const largest = await area("g2");
    for (const figure of ["rate", "matrix", "gaps", "coincidences"])
      expect(await area(figure), `${figure} at ${width}`).toBeLessThan(largest);
    await expect(page.locator(".figure-coincidences .tv-pattern").first()).toBeHidden();
  }
  await page.getByLabel("Pattern to count").fill("1,3");
  await page.getByLabel("Pattern to count").press("Enter");
  await expect(page.locator(".figure-coincidences .tv-pattern")).toHaveCount(2);
  await expect(page.locator(".figure-coincidences .tv-pattern").first()).toBeVisible();
});

test("any panel fills the room of all charts, by a button, and Escape brings the others back", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await opened(page);
  for (const [name, figure] of [
    ["Correlation", "g2"],
    ["Gaps between tags", "gaps"],
    ["Rate over time", "rate"],
  ] as const) {
    const panel = page.locator(`.figure-${figure}`);
    const small = await box(panel);
    const button = panel.getByRole("button", { name: `Maximise ${name}` });
    await button.focus();
    await page.keyboard.press("Enter");
    const room = await box(page.locator(".charts"));
    await expect.poll(async () => (await box(panel)).height).toBeGreaterThan(0.95 * room.height);
    expect((await box(panel)).width).toBeGreaterThan(0.98 * room.width);
    await expect(page.locator(".charts .figure:visible")).toHaveCount(1);
    // The chart is drawn for its new room.
    await expect
      .poll(async () => Number(await panel.locator(".tv-chart").getAttribute("height")))
      .toBeGreaterThan(small.height + 100);
    await page.keyboard.press("Escape");
    await expect.poll(() => box(panel)).toEqual(small);
    await expect(page.locator(".charts .figure:visible")).toHaveCount(7);
  }
  // A menu that is open has Escape for itself.
  const g2 = page.locator(".figure-g2");
  await g2.getByRole("button", { name: "Maximise Correlation" }).click();
  await g2.getByRole("button", { name: "Save Correlation" }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator(".figure-gaps")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.locator(".figure-gaps")).toBeVisible();
});

test("at no size is anything cut or printed over, and no type is smaller than 11 pixels", async ({
  page,
}) => {
  test.setTimeout(120_000);
  for (const channels of [threeChannels(), manyChannels(24), manyChannels(64)]) {
    await opened(page, channels);
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1024, 700],
      [1280, 700],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(300);
      const found = await page.evaluate(flaws);
      expect(found, `${width} x ${height}`).toEqual({
        sideways: [],
        outside: [],
        over: [],
        small: [],
        sizes: 5,
      });
    }
  }
});

/** What does not fit: boxes that scroll sideways, words outside their chart or over each other, small type. */
function flaws(): { sideways: string[]; outside: string[]; over: string[]; small: string[]; sizes: number } {
  const isSeen = (node: Element): boolean => {
    const { width, height } = node.getBoundingClientRect();
    return width > 1 && height > 1 && node.checkVisibility();
  };
  const boxes = [document.documentElement, ...document.querySelectorAll(".scroller, .side, .charts, .panel")];
  const sideways = boxes
    .filter((node) => isSeen(node) && node.scrollWidth > node.clientWidth + 1)
    .map((node) => `${node.className} ${node.scrollWidth} > ${node.clientWidth}`);
  const outside: string[] = [];
  const over: string[] = [];
  for (const chart of document.querySelectorAll(".tv-chart")) {
    if (!isSeen(chart) || chart.closest("[data-unseen]")) continue;
    const room = chart.getBoundingClientRect();
    const words = [...chart.querySelectorAll("text")].filter(isSeen);
    words.forEach((one, index) => {
      const a = one.getBoundingClientRect();
      if (a.left < room.left - 1 || a.right > room.right + 1 || a.bottom > room.bottom + 2)
        outside.push(one.textContent ?? "");
      for (const other of words.slice(index + 1)) {
        const b = other.getBoundingClientRect();
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        // A line of type is higher than its letters.
        if (wide > 2 && high > 5) over.push(`${one.textContent} | ${other.textContent}`);
      }
    });
  }
  const sizes = new Set<number>();
  const small: string[] = [];
  for (const node of document.querySelectorAll("body *")) {
    const isText = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim());
    if (!isText || !isSeen(node) || node.closest(".unseen, title, desc")) continue;
    const size = Number.parseFloat(getComputedStyle(node).fontSize);
    sizes.add(size);
    if (size < 11) small.push(node.textContent ?? "");
  }
  return { sideways, outside, over, small, sizes: Math.max(5, sizes.size) };
}

/** A recording that `simulate` makes, kept in an ignored folder. */
function simulated(name: string, ...options: string[]): Buffer {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const folder = join(root, ".tools", "fixtures");
  const file = join(folder, `${name}.tags.zst`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const program = join(root, "cli/bin/tagview.js");
    execFileSync(process.execPath, [program, "simulate", "--quiet", ...options, "-o", file]);
  }
  return readFileSync(file);
}

test("a dip has its depth and width with their errors, in the chart and beside its heading", async ({
  page,
}) => {
  const light = ["--light", "emitter", "--light-rate", "2000000", "--lifetime", "5ns", "--efficiency", "0.5"];
  await page.goto("/");
  await drop(page, "dip.tags.zst", simulated("charts-dip", ...light, "--duration", "1s", "--no-extra"));
  const words = /depth (0\.\d+) ±\s(0\.\d+), width ([\d.]+) ±\s([\d.]+)\sns/u;
  await expect(page.locator(".figure-g2 .readout")).toHaveText(words);
  const [, depth, , width, error] =
    words.exec((await page.locator(".figure-g2 .readout").textContent()) ?? "") ?? [];
  expect(Number(depth)).toBeGreaterThan(0.7);
  // The dip of an emitter is twice its lifetime wide.
  expect(Math.abs(Number(width) - 10)).toBeLessThan(4 * Number(error) + 0.5);
  await expect(page.locator(".figure-g2 .tv-dips")).toContainText("±");
});

test("pulsed light: fewer coincidences than chance gives are no efficiency", async ({ page }) => {
  const light = ["--light", "emitter", "--light-rate", "2000000", "--lifetime", "2ns", "--emitter-g2", "0.1"];
  const pulses = ["--pulse-rate", "20000000", "--pulse-width", "100ps", "--efficiency", "0.5", "--no-extra"];
  await page.goto("/");
  await drop(page, "pulsed.tags.zst", simulated("charts-pulsed", ...light, ...pulses, "--duration", "1s"));
  await expect(page.locator(".figure-coincidences .remarks")).toContainText("displaced by whole periods");
  const numbers = page.locator("table.coincidences tbody:not(.remarks) td");
  await expect(numbers.nth(3)).toHaveText(/^−0\.8/u);
  await expect(numbers.nth(4)).toHaveText(/3: –.*15: –/u);
});
