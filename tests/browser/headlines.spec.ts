import type { Locator, Page } from "@playwright/test";
import { drop, expect, test } from "./fixtures";
import { deadChannels, recording, threeChannels } from "./recording";

/** The headline beside the heading of a chart: if it does not fit, it is shown in full on demand. */

const headline = (page: Page, figure: string): Locator => page.locator(`.figure-${figure} .readout-text`);

/** Parts of a headline that are cut, left out, or covered by another element of the page. */
const unseen = (text: Locator): Promise<string[]> =>
  text.evaluate((node) =>
    [...node.querySelectorAll("span")].flatMap((part) => {
      const { left, right, top, bottom } = part.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      const ends = [left + 1, right - 1].map((x) => document.elementFromPoint(x, middle));
      const isCut = part.scrollWidth > part.clientWidth + 1 || ends.some((end) => !node.contains(end));
      return isCut ? [part.textContent ?? ""] : [];
    }),
  );

test("a cut headline is shown in full on hover and on focus", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto("/");
  await drop(page, "many.tags", recording(deadChannels(24)));
  await expect(page.locator(".status-text")).toContainText("read in");
  const text = headline(page, "gaps");
  await text.scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  await expect.poll(() => unseen(text)).not.toEqual([]);
  const plot = page.locator(".figure-gaps .plot");
  // Focus scrolls the page: the place of the chart is that in its panel.
  const placed = () =>
    plot.evaluate((chart) => {
      const [{ x, y, width, height }, panel] = [chart, chart.closest(".panel")].map((one) =>
        (one as Element).getBoundingClientRect(),
      ) as [DOMRect, DOMRect];
      return { x: x - panel.x, y: y - panel.y, width, height };
    });
  const room = await placed();

  await text.hover();
  await expect.poll(() => unseen(text)).toEqual([]);
  expect(await placed()).toEqual(room);
  await page.mouse.move(0, 0);
  await expect.poll(() => unseen(text)).not.toEqual([]);

  // The chart is reached by the keyboard, from the last button before it.
  await page.locator(".figure-gaps .tools button").last().focus();
  await page.keyboard.press("Tab");
  await expect(plot).toBeFocused();
  await expect.poll(() => unseen(text)).toEqual([]);
  expect(await placed()).toEqual(room);
  await page.keyboard.press("Tab");
  await expect.poll(() => unseen(text)).not.toEqual([]);
});

test("the reason for an unknown afterpulsing is text below the gaps", async ({ page }) => {
  await page.goto("/");
  await drop(page, "many.tags", recording(deadChannels(2)));
  const remarks = page.locator(".figure-gaps .remark-list");
  await expect(remarks).toContainText(/afterpulsing of all channels: at least [\d,]+ gaps are needed/u);
});

async function withStability(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/");
  await drop(page, "three.tags", recording(threeChannels()));
  await page.getByRole("button", { name: "Show Stability of the rates" }).click();
  await expect(headline(page, "stability")).toContainText("as steady as chance allows: 1, 2, 3");
}

test("the headline of a chart without readouts of points has several lines too", async ({ page }) => {
  await withStability(page);
  const text = headline(page, "stability");
  await text.scrollIntoViewIfNeeded();
  await expect.poll(() => unseen(text)).toEqual([]);
});

test("the readout of a pair fits its lines while the matrix has the keyboard focus", async ({ page }) => {
  await withStability(page);
  const plot = page.locator(".figure-matrix .plot");
  await plot.scrollIntoViewIfNeeded();
  await plot.focus();
  await plot.hover();
  const text = headline(page, "matrix");
  await expect(text).not.toHaveText("");
  const { height } = (await text.boundingBox()) ?? { height: Number.NaN };
  expect(height).toBeLessThanOrEqual(30);
});

test("the rates under the pointer are shown in full", async ({ page }) => {
  await page.goto("/");
  await drop(page, "three.tags", recording(threeChannels()));
  const plot = page.locator(".figure-rate .plot");
  await expect(plot.locator(".tv-line").first()).toBeVisible();
  for (const width of [1280, 1000, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await plot.hover();
    const text = headline(page, "rate");
    await expect(text).toContainText("3: ");
    await expect.poll(() => unseen(text), String(width)).toEqual([]);
    await page.mouse.move(0, 0);
  }
});
