/** Regressions: flaws of the page that users reported. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryFiles, writeFiles } from "../support/icechunk";
import { indexHeader, numbered } from "../support/index-headers";
import { box, drop, dropFile, expect, kept, test } from "./fixtures";
import { recording, threeChannels, twoChannels } from "./recording";

test("code that could not be loaded is reported in its panel, without an address, and tried again", async ({
  page,
}) => {
  await page.goto("/");
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  const chunks = "**/assets/{single-tags,frames}-*.js";
  await page.route(chunks, (route) => route.abort());
  await page.getByRole("button", { name: "Show Single tags" }).click();
  const panel = page.locator(".panel.single-tags");
  const failed = panel.locator(".panel-failed");
  await expect(failed).toContainText("could not be loaded");
  await expect(failed).not.toContainText("http");
  await page.unroute(chunks);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(panel.locator("tbody tr").first()).toBeVisible();
  await expect(failed).toHaveCount(0);
  // The user can load it again too.
  await page.route(chunks, (route) => route.abort());
  await page.getByRole("button", { name: "Show Frames of the file" }).click();
  const again = page.locator(".panel.frames").getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.unroute(chunks);
  await again.click();
  await expect(page.locator(".panel.frames .field-note")).toContainText("index");
});

test("the overlay of a drag disappears when drag events stop", async ({ page }) => {
  await page.goto("/");
  // Read in the same task, because the overlay lasts less than a second.
  const isShown = await page.evaluate(() => {
    document.body.dispatchEvent(new DragEvent("dragenter", { bubbles: true, cancelable: true }));
    document.body.dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true }));
    return document.body.classList.contains("dropping");
  });
  expect(isShown).toBe(true);
  await expect(page.locator("body")).not.toHaveClass(/dropping/u);
});

test("a box in ticks shows every digit of a time above 2^53", async ({ page }) => {
  await page.goto("/");
  await drop(
    page,
    "long.tags",
    recording([
      [0n, 1n],
      [5n, 2n],
      [2n ** 53n + 1n, 1n],
    ]),
  );
  await page.getByLabel("Units of time").selectOption("ticks");
  await expect(page.getByLabel("Range to")).toHaveValue("9007199254740993");
});

test("the columns of a text file are chosen without reading another file", async ({ page }) => {
  await page.goto("/");
  const lines = Array.from({ length: 60 }, (_, k) => `${k},${k % 2 === 0 ? 3 : 15},${5000 * k}`);
  const data = await page.evaluateHandle(
    ([text, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "which.csv"));
      for (const name of ["a.tags", "b.tags"]) transfer.items.add(new File([bytes], name));
      return transfer;
    },
    [lines.join("\n"), recording(twoChannels()).toString("base64")] as const,
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: data });
  await page.getByRole("button", { name: "which.csv", exact: true }).click();
  const form = page.getByRole("form", { name: "Columns of the text" });
  await form.getByLabel("Channel in column").fill("2");
  await form.getByLabel("Time in column").fill("3");
  await form.getByRole("button", { name: "Read the text" }).click();
  await expect(page.locator(".figure-rate")).toBeVisible();
  await expect(page.getByRole("button", { name: "b.tags", exact: true })).toHaveAttribute(
    "title",
    "b.tags: not read yet",
  );
});

test("the address is kept up to date after the clipboard denied a link to headers", async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("denied"));
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Paste a header" }).click();
  const text = page.getByLabel("A header to read");
  await text.fill("v1=0:100,1:200");
  await page.getByRole("button", { name: "Copy a link that contains the headers" }).click();
  await expect.poll(() => page.url()).toContain("headers=");
  await expect(text).toHaveValue("v1=0:100,1:200");
  await text.fill("v1=0:100,1:300");
  await expect.poll(() => page.url()).not.toContain("headers=");
  await drop(page, "two.tags", recording(twoChannels()));
  await expect.poll(() => page.url()).toContain("file=two.tags");
});

test("no words of another repository stand over charts that can't be drawn", async ({ page }, info) => {
  mkdirSync(info.outputDir, { recursive: true });
  const files = repositoryFiles();
  const without = Object.fromEntries(
    Object.entries(files).filter(([path]) => !path.startsWith("manifests/")),
  );
  await page.goto("/");
  await page.setInputFiles("#folder-picker", writeFiles(join(info.outputDir, "whole"), files));
  const readout = page.locator(".figure-chunk-sizes .readout");
  await expect(readout).toContainText("chunks");
  await page.setInputFiles("#folder-picker", writeFiles(join(info.outputDir, "broken"), without));
  await expect(page.locator(".icechunk-card").filter({ visible: true })).toContainText("snapshots");
  await expect(page.getByRole("heading", { name: "broken" })).toBeVisible();
  await expect(readout).toHaveText("0 B in 0 chunks");
  await expect(page.locator(".figure-chunk-grid .readout")).toContainText("0 of 4 chunks written, 4 unknown");
});

test("the last of a million rows is reached on a screen with two device pixels per CSS pixel", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ deviceScaleFactor: 2, ...(baseURL ? { baseURL } : {}) });
  try {
    const page = await context.newPage();
    await page.goto("./");
    const file = kept("index-header-of-a-million", () =>
      indexHeader({ pod: numbered("pod-", 1_000_000).sort(), job: ["api"] }),
    );
    await dropFile(page, file);
    await expect(page.locator(".values-panel .panel-head .faint")).toHaveText("1,000,000");
    const scroller = page.locator(".values-panel .scroller");
    await scroller.evaluate((node) => node.scrollTo(0, node.scrollHeight));
    const last = page.locator("table.values tbody tr:not(.blank)").last();
    await expect(last.locator("th")).toHaveText("pod-999999");
    const [row, room] = [await box(last), await box(scroller)];
    expect(row.y + row.height).toBeLessThanOrEqual(room.y + room.height + 1);
    // Halfway down are the values of the middle, in the order of letters.
    await scroller.evaluate((node) => node.scrollTo(0, node.scrollHeight / 2));
    await expect(page.locator("table.values tbody")).toContainText(/pod-545\d{3}/u);
  } finally {
    await context.close();
  }
});
