/** The map of a recording's frames. */

import { readFileSync } from "node:fs";
import { drop, expect, test } from "./fixtures";
import { recording, twoChannels } from "./recording";
import { simulated } from "./simulated";

const file = () => readFileSync(simulated("ten-frames", "--duration", "200ms", "--frame-tags", "4000"));

test("frames are listed by the index, one leads to its time, and damage is marked", async ({ page }) => {
  await page.goto("/");
  const bytes = file();
  await drop(page, "sound.tags.zst", bytes);
  const panel = page.locator(".panel.frames");
  await panel.getByRole("button", { name: "Show Frames of the file" }).click();
  // The card counts frames while they are read.
  await expect(page.locator(".status-text")).toContainText("read in");
  const frames = Number(await page.locator(".card dt", { hasText: "frames" }).locator("+ dd").textContent());
  expect(frames).toBeGreaterThan(3);
  const rows = panel.locator("tbody tr");
  await expect(rows).toHaveCount(frames);
  await expect(panel.locator(".frame-map span")).toHaveCount(frames);
  await expect(rows.nth(1)).toContainText("4,000");
  await expect(panel.locator(".field-note")).toContainText(`${frames} frames`);
  await rows.nth(1).getByRole("button").click();
  // Everything is narrowed to the tags of that frame.
  await expect
    .poll(async () =>
      (await page.locator("table.channels tbody td:nth-of-type(1)").allTextContents())
        .map((text) => Number(text.replaceAll(",", "")))
        .reduce((sum, count) => sum + count, 0),
    )
    .toBe(4000);

  const damaged = Buffer.from(bytes);
  damaged.fill(0xff, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 40);
  await drop(page, "damaged.tags.zst", damaged);
  await expect(page.locator(".card h2")).toHaveText("damaged.tags.zst");
  await expect(panel.locator("tbody tr.bad")).toHaveCount(1);
  await expect(panel.locator(".frame-map .bad")).toHaveCount(1);
  await expect(panel.locator(".field-note")).toContainText("Something is wrong in 1 of them.");
});

test("a recording without an index is reported as such", async ({ page }) => {
  await page.goto("/");
  await drop(page, "two.tags", recording(twoChannels()));
  const panel = page.locator(".panel.frames");
  await panel.getByRole("button", { name: "Show Frames of the file" }).click();
  await expect(panel.locator(".field-note")).toContainText("no index");
  await expect(panel.locator("table")).toBeHidden();
});
