import type { Page } from "@playwright/test";
import { box, drop, expect, press, test } from "./fixtures";
import { manyChannels, recording, type Tag, threeChannels } from "./recording";

/** Position and size of charts, and whether their contents fit. */

async function opened(page: Page, tags: readonly Tag[] = threeChannels(), hash = ""): Promise<void> {
  await page.goto(`/${hash}`);
  await drop(page, "some.tags", recording(tags));
  await expect(page.locator(".figure-rate .tv-lines")).toBeVisible();
  await expect(page.locator(".status-text")).toContainText("read in");
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  // These come after the first charts.
  for (const panel of ["Lifetime", "Stability of the rates"])
    await expect(page.getByRole("button", { name: `Show ${panel}` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Cursors of the correlation", exact: true })).toBeVisible();
  await expect(page.locator(".figure-coincidences .waiting")).toHaveCount(0);
}

test("an error in a box is visible on the screen, wherever the box is", async ({ page }) => {
  for (const [width, height] of [
    [390, 700],
    [1280, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await opened(page);
    const folded = page.getByRole("button", { name: /^Settings: /u });
    for (const button of await folded.all()) await button.click();
    for (const name of ["Range to", "Pattern to count", "Delay of channel 2", "Range of delays"]) {
      const field = page.getByLabel(name, { exact: true });
      await field.scrollIntoViewIfNeeded();
      await field.fill("nonsense that nobody can read");
      await field.press("Enter");
      const alert = page.getByRole("alert").filter({ hasText: `${name}:` });
      await expect(alert).toBeVisible();
      const { x, y, width: wide, height: high } = await box(alert);
      expect(x, name).toBeGreaterThanOrEqual(0);
      expect(x + wide, name).toBeLessThanOrEqual(width);
      expect(y, name).toBeGreaterThanOrEqual(0);
      expect(y + high, name).toBeLessThanOrEqual(height);
      // No panel clips it or covers it.
      const top = await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.textContent ?? "", [
        x + wide / 2,
        y + high / 2,
      ] as const);
      expect(top).toContain(name);
      await field.press("Escape");
      await expect(alert).toBeHidden();
    }
  }
});

test("the rows of a few channels with names are seen without scrolling in the table", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await opened(page, threeChannels(), "#v=1&names=1:signal:;2:idler:;3:reference:");
  const { bottom } = await page
    .locator("table.channels")
    .evaluate((table) => ({ bottom: table.getBoundingClientRect().bottom }));
  const scroller = await box(page.locator(".scroller", { has: page.locator("table.channels") }));
  expect(bottom).toBeLessThanOrEqual(scroller.y + scroller.height + 1);
});

test("explanations and the list of shortcuts open at their top", async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 420 });
  await opened(page);
  for (const open of [
    () => page.getByRole("button", { name: "About Coincidences" }).click(),
    () => press(page, "?"),
  ]) {
    await open();
    const text = page.locator(".explanation:popover-open, dialog[open]");
    await expect(text).toBeVisible();
    // Its words may be loaded yet.
    await expect.poll(() => text.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
    expect(await text.evaluate((node) => node.scrollTop)).toBe(0);
    await expect(text.locator("h2, h3").first()).toBeInViewport();
    await page.keyboard.press("Escape");
    await expect(text).toBeHidden();
  }
});

test("the correlation is the largest chart unless there are rows, and a single pattern has no bars", async ({
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
    // A panel that was maximised is brought into sight.
    await panel.evaluate((node) => node.scrollIntoView({ block: "nearest" }));
    const small = await box(panel);
    const button = panel.getByRole("button", { name: `Maximise ${name}` });
    await button.focus();
    await page.keyboard.press("Enter");
    const room = await box(page.locator(".charts"));
    await expect.poll(async () => (await box(panel)).height).toBeGreaterThan(0.95 * room.height);
    expect((await box(panel)).width).toBeGreaterThan(0.98 * room.width);
    await expect(page.locator(".charts .figure:visible")).toHaveCount(1);
    // The chart is drawn for its new room: it is higher than its whole panel was.
    await expect
      .poll(async () => Number(await panel.locator(".tv-chart").getAttribute("height")))
      .toBeGreaterThan(small.height + 50);
    await page.keyboard.press("Escape");
    await expect.poll(() => box(panel)).toEqual(small);
    await expect(page.locator(".charts .figure:visible")).toHaveCount(7);
  }
  // A menu that is open has Escape for itself.
  const g2 = page.locator(".figure-g2");
  await g2.getByRole("button", { name: "Maximise Correlation" }).click();
  await g2.getByRole("button", { name: "Export Correlation" }).click();
  await page.keyboard.press("Escape");
  await expect(page.locator(".figure-gaps")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(page.locator(".figure-gaps")).toBeVisible();
});

test("arrow keys go from a panel that fills the room to the next one", async ({ page }) => {
  await opened(page);
  await page.getByRole("button", { name: "Maximise Rate over time" }).click();
  const seen = page.locator(".charts .figure:visible h2");
  await expect(seen).toHaveText("Rate over time");
  for (const title of ["Pairs of channels", "Gaps"]) {
    await page.keyboard.press("ArrowRight");
    await expect(seen).toHaveText(title);
  }
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(seen).toHaveCount(1);
  await expect(seen).not.toHaveText("Rate over time");
  await page.keyboard.press("Escape");
  await expect(seen).toHaveCount(7);
});

test("each chart describes its content in a sentence, and the correlation its result", async ({ page }) => {
  await page.goto("/#v=1&open=sample");
  await expect(page.locator(".figure-g2 .lead")).toHaveText(
    /^A peak at 4\.0593 ±.0\.0024.ns: these two detectors see pairs of photons\.$/u,
  );
  for (const figure of ["rate", "matrix", "gaps", "coincidences"])
    await expect(page.locator(`.figure-${figure} .lead`)).toBeVisible();
  // The numbers of the table say which delay they are of.
  const fields = page.locator(".figure-coincidences .panel-fields");
  await expect(fields).toContainText(
    /Counted within ±10.ns of 0.ns; the found delay to whole ticks is 4\.0625.ns\./u,
  );
  await page.getByRole("button", { name: "Use found delay" }).click();
  await expect(fields).toContainText(
    /Counted within ±1\.25.ns of 4\.0625.ns, the found delay to whole ticks\./u,
  );
});

for (const [what, tags] of [
  ["three", threeChannels],
  ["24", () => manyChannels(24)],
  ["64", () => manyChannels(64)],
] as const)
  test(`at no size is anything of ${what} channels cut or printed over, and no type is smaller than 11 pixels`, async ({
    page,
  }) => {
    await opened(page, tags());
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1024, 700],
      [1280, 700],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(frames, 6);
      const found = await page.evaluate(flaws);
      expect(found, `${width} x ${height}`).toEqual({
        sideways: [],
        wide: [],
        outside: [],
        over: [],
        small: [],
        sizes: 5,
      });
    }
  });

/** Waits for `count` frames: charts are drawn for a new size in the second one, panel by panel. */
async function frames(count: number): Promise<void> {
  for (let k = 0; k < count; k += 1) await new Promise(requestAnimationFrame);
}

/**
 * Layout flaws: boxes that scroll sideways, headings wider than their panel, words outside their chart or overlapping,
 * small type.
 */
function flaws(): {
  sideways: string[];
  wide: string[];
  outside: string[];
  over: string[];
  small: string[];
  sizes: number;
} {
  const isSeen = (node: Element): boolean => {
    const { width, height } = node.getBoundingClientRect();
    return width > 1 && height > 1 && node.checkVisibility();
  };
  const boxes = [document.documentElement, ...document.querySelectorAll(".scroller, .side, .charts, .panel")];
  const sideways = boxes
    .filter((node) => isSeen(node) && node.scrollWidth > node.clientWidth + 1)
    .map((node) => `${node.className} ${node.scrollWidth} > ${node.clientWidth}`);
  const wide = [...document.querySelectorAll(".panel-head *, .facts dd")]
    .filter((node) => {
      const panel = node.closest(".panel")?.getBoundingClientRect();
      return (
        isSeen(node) && !node.closest(".menu") && node.getBoundingClientRect().right > (panel?.right ?? 0)
      );
    })
    .map((node) => `${node.className} ${node.textContent}`);
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
  return { sideways, wide, outside, over, small, sizes: Math.max(5, sizes.size) };
}

/** Whether all of a chart's headline is visible: no part is clipped or below its box. */
const isWhole = (page: Page, figure: string): Promise<boolean> =>
  page.locator(`.figure-${figure} .readout`).evaluate((readout) => {
    const { bottom } = readout.getBoundingClientRect();
    const parts = [...readout.querySelectorAll("dt, dd")];
    return (
      parts.length > 0 &&
      parts.every(
        (part) =>
          part.scrollWidth <= part.clientWidth + 1 && part.getBoundingClientRect().bottom <= bottom + 1,
      )
    );
  });

test("a headline is complete if its lines fit, and the readout of a point moves nothing", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  const tags = threeChannels();
  const middle = tags.length / 2;
  const far = [1n, 0n].map((k): Tag => [(1n << 50n) + k * 100_000n, 1000n]);
  await opened(page, [...tags.slice(0, middle), ...far, ...tags.slice(middle)]);
  await expect(page.locator(".figure-g2 .chip")).toBeVisible();
  await expect(page.locator(".figure-g2 .readout")).toContainText("delay 1 → 2");
  expect(await isWhole(page, "g2")).toBe(true);
  const plot = page.locator(".figure-g2 .plot");
  await plot.scrollIntoViewIfNeeded();
  const before = await box(plot);
  await plot.hover();
  await expect(page.locator(".figure-g2 .key-figures dd").first()).toBeHidden();
  await expect(page.locator(".figure-g2 .readout-text")).toContainText("pair");
  expect(await box(plot)).toEqual(before);
});

test("a zoom and a chosen range move neither the rate chart nor the buttons above it", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await opened(page);
  const top = async () => (await box(page.locator(".figure-rate .plot"))).y;
  const start = await top();
  const head = async () => (await box(page.locator(".figure-matrix .panel-head"))).height;
  const before = await head();
  await page.getByLabel("Range to", { exact: true }).fill("1 us");
  await page.getByLabel("Range to", { exact: true }).press("Enter");
  await expect(page.locator(".figure-matrix .chip")).toHaveText("in the range");
  expect(await head()).toBe(before);
  expect(await top()).toBe(start);
});

test("rows of channels are in sight beside a list of many files", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 });
  await opened(page, manyChannels(12, 10));
  const few = recording(threeChannels().slice(0, 300));
  await page.setInputFiles(
    "#picker",
    Array.from({ length: 19 }, (_, k) => ({ name: `run${k}.tags`, mimeType: "", buffer: few })),
  );
  await page.getByRole("button", { name: "some.tags", exact: true }).click();
  const rows = page.locator("table.channels tbody tr");
  await expect(rows).toHaveCount(12);
  for (const k of [0, 1, 2, 3]) await expect(rows.nth(k)).toBeInViewport({ ratio: 0.9 });
  for (const k of [0, 1, 2]) await expect(page.locator(".file-row").nth(k)).toBeInViewport({ ratio: 0.9 });
});

test("on a telephone, the verdict and the chart of the data come first, and controls are folded", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await opened(page);
  const chart = await box(page.locator(".figure-g2 .plot"));
  expect(chart.y + chart.height).toBeLessThan(844);
  const places = [".verdict", ".figure-g2", ".card", ".channels", ".figure-rate", ".figure-matrix"];
  const tops = await Promise.all(places.map(async (panel) => (await box(page.locator(panel).first())).y));
  expect(tops).toEqual([...tops].sort((a, b) => a - b));
  const delays = page.getByLabel("Range of delays");
  await expect(delays).toBeHidden();
  await page.getByRole("button", { name: "Settings: Correlation" }).click();
  await expect(delays).toBeVisible();
  const folded = await page.locator(".side > .panel.folded").all();
  expect(folded).toHaveLength(4);
  for (const panel of folded) expect((await box(panel)).y).toBeGreaterThan(chart.y);
});
