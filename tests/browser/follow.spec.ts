/** Recordings that grow while the page shows them: by a handle of the file, and from `tagview serve`. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { concat, message, rawFrame } from "../support/frames";
import { expect, test } from "./fixtures";

const CLI = fileURLToPath(new URL("../../cli/bin/tagview.js", import.meta.url));
const APPENDER = fileURLToPath(new URL("../support/appender.mjs", import.meta.url));

const COUNT = 10;
const tagsOf = (k: number) => 50 + ((k * 37) % 90);
const frames = Array.from({ length: COUNT }, (_, k) =>
  rawFrame(
    message(
      Array.from({ length: tagsOf(k) }, (_, i) => [3 + (i % 2), BigInt(100_000 * k + 300 * i)] as const),
    ),
  ),
);
const all = concat(frames);
/** Frames and tags, as the card has them once these frames are read. */
const read = (count: number) => {
  const tags = Array.from({ length: count }, (_, k) => tagsOf(k)).reduce((a, b) => a + b, 0);
  return `${count} ${tags.toLocaleString("en-US")}`;
};
const FIRST = 2;
const firstBytes = concat(frames.slice(0, FIRST)).length;

/** Follows the open recording, and records all later totals of the card. */
async function follow(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(page.locator(".follow-state")).toHaveText(/^following, last change \d+ s ago/u);
  await page.evaluate(() => {
    const shown: string[] = [];
    const note = (): void => {
      const value = (key: string) =>
        [...document.querySelectorAll(".facts div")].find(
          (row) => row.querySelector("dt")?.textContent === key,
        )?.lastElementChild?.textContent;
      shown.push(`${value("frames")} ${value("tags")}`);
    };
    note();
    const list = document.querySelector(".facts");
    // The two are drawn in one go, before an observer is called.
    if (list) new MutationObserver(note).observe(list, { subtree: true, childList: true });
    Object.assign(window, { shown });
  });
}

const shown = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shown: string[] }).shown);

/** Checks that the totals were always those of whole frames, and are those of all frames at the end. */
async function expectRight(page: Page): Promise<void> {
  await expect.poll(async () => (await shown(page)).at(-1)).toBe(read(COUNT));
  const possible = Array.from({ length: COUNT - FIRST + 1 }, (_, k) => read(FIRST + k));
  const found = [...new Set(await shown(page))];
  expect(found).toEqual(possible.filter((totals) => found.includes(totals)));
  expect(found.length).toBeGreaterThan(2);
}

interface Growing {
  /** A folder of its own, with the file in it: two frames, and the beginning of a third. */
  folder: string;
  file: string;
}

const growingTest = test.extend<{ growing: Growing }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs.
  growing: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "tagview-"));
    const file = join(folder, "growing.tags.zst");
    writeFileSync(file, all.subarray(0, firstBytes + 30));
    await use({ folder, file });
    rmSync(folder, { recursive: true });
  },
});

/** Has another program append the rest, at random moments and in random pieces. */
function appendRest({ folder, file }: Growing, seed: number): Promise<unknown> {
  const rest = join(folder, "rest");
  writeFileSync(rest, all.subarray(firstBytes + 30));
  const appender = spawn(process.execPath, [APPENDER, rest, file, String(seed), "2000"], {
    stdio: "inherit",
  });
  return new Promise((resolve) => appender.on("exit", resolve));
}

growingTest(
  "a file that was dropped is followed while another program appends to it",
  async ({ page, growing }) => {
    await page.goto("/");
    // As the browser itself has it: the file has a handle then.
    const browser = await page.context().newCDPSession(page);
    const data = { items: [], files: [growing.file], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await browser.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
    await expect(page.locator(".card h2")).toHaveText("growing.tags.zst");
    await follow(page);
    // A frame that is being written is not damage.
    await expect(page.locator(".follow-state")).toHaveText(/, 30\sB of an unfinished frame$/u);
    await expect(page.getByLabel("Damage")).toBeHidden();
    await Promise.all([appendRest(growing, 5), expectRight(page)]);
    await expect(page.locator(".follow-state")).toHaveText(/ago$/u);

    writeFileSync(growing.file, frames[3] ?? all);
    await expect.poll(async () => (await shown(page)).at(-1)).toBe(`1 ${tagsOf(3)}`);
    await expect(page.locator(".follow-state")).toHaveText(/^following the rewritten file/u);

    await page.getByRole("button", { name: "Stop following" }).click();
    await expect(page.getByRole("button", { name: "Follow", exact: true })).toBeVisible();
    await expect(page.locator(".follow-state")).toBeHidden();
    await expect(page.locator(".facts")).toContainText(String(tagsOf(3)));
  },
);

const servedTest = growingTest.extend({
  baseURL: async ({ growing }, use) => {
    const server: ChildProcess = spawn(process.execPath, [CLI, "serve", growing.file]);
    const address = new Promise<string>((resolve) =>
      server.stdout?.once("data", (text) => resolve(String(text).trim())),
    );
    await use(await address);
    server.kill();
  },
});

servedTest("a served file is followed while another program appends to it", async ({ page, growing }) => {
  await page.goto("/");
  await expect(page.locator(".card h2")).toHaveText("growing.tags.zst");
  await follow(page);
  await Promise.all([appendRest(growing, 11), expectRight(page)]);
  await expect(page.locator(".follow-state")).toHaveText(/^following, last change \d+ s ago$/u);
  // The charts have come along.
  await expect(page.locator("table.channels")).toContainText("4");

  const other = join(growing.folder, "other");
  writeFileSync(other, frames[0] ?? all);
  renameSync(other, growing.file);
  await expect(page.locator(".follow-state")).toHaveText("the file was replaced or removed; open it again");
  expect((await shown(page)).at(-1)).toBe(read(COUNT));
});
