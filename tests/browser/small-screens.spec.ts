/** The pages of metadata on small screens: nothing is cut off, and nothing lies over something else. */

import type { Page } from "@playwright/test";
import { repositoryFiles, writeFiles } from "../support/icechunk";
import { indexHeader, numbered } from "../support/index-headers";
import { drop, expect, test } from "./fixtures";

const BLOCK = indexHeader({ env: ["dev", "prod"], instance_of_a_long_name: numbered("10.0.0.1:", 700) });

const PAGES: Record<string, (page: Page) => Promise<unknown>> = {
  "an index-header": (page) => drop(page, "block", BLOCK),
  "an Icechunk repository": (page) => drop(page, "repo", Buffer.from(repositoryFiles().repo as Uint8Array)),
  "the folder of an Icechunk repository": async (page) => {
    await page.setInputFiles(
      "#folder-picker",
      writeFiles(test.info().outputPath("weather"), repositoryFiles()),
    );
    await expect(page.locator(".repository-manifests tbody tr").first()).toBeVisible();
  },
  "two offset headers": (page) => page.getByRole("button", { name: "Try an example" }).click(),
};

/** Returns the headings of visible panels whose tools lie over the sentence below them. */
const overlaps = (page: Page): Promise<string[]> =>
  page.locator(".panel:visible").evaluateAll((panels) =>
    panels
      .filter((panel) => {
        const [above, below] = [".tools", ".lead"].map((part) =>
          panel.querySelector(part)?.getBoundingClientRect(),
        );
        return above?.height && below?.height && above.bottom > below.top + 1;
      })
      .map((panel) => panel.querySelector("h2")?.textContent ?? ""),
  );

for (const [name, open] of Object.entries(PAGES)) {
  test(`${name}: tools stand above sentences, and wide pages end with the status line`, async ({ page }) => {
    await page.goto("/");
    await open(page);
    await expect(page.locator(".table-panel:visible").first()).toBeVisible();
    for (const [width, height] of [
      [1280, 700],
      [1024, 768],
      [1024, 500],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => overlaps(page), `${width} px`).toEqual([]);
      // The page is as high as the screen: its panels scroll.
      const isWhole = (): Promise<unknown> =>
        page.evaluate("document.documentElement.scrollHeight <= innerHeight");
      if (width > 900) await expect.poll(isWhole, `${width} px`).toBe(true);
    }
  });

  test(`${name}: a narrow page is whole, and ends with the status line`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    await open(page);
    const last = page.locator(".table-panel:visible").last();
    await expect(last).toBeVisible();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport();
    // The page itself scrolls: no part of it has a scroll bar of its own but the tables.
    const inner = page.locator("main *:visible").evaluateAll((parts) =>
      parts
        .filter(
          (part) => part.scrollHeight > part.clientHeight + 1 && !part.matches(".scroller, .scroller *"),
        )
        .filter((part) => /auto|scroll/u.test(getComputedStyle(part).overflowY))
        .map((part) => part.className),
    );
    expect(await inner).toEqual([]);
    const { bottom } = await last.evaluate((part) => {
      scrollTo(0, document.documentElement.scrollHeight);
      return part.getBoundingClientRect();
    });
    const status = await page.locator(".status").evaluate((line) => line.getBoundingClientRect().top);
    expect(bottom).toBeLessThanOrEqual(status);
  });
}
