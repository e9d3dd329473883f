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

/** Follows what is open, and notes all totals that the card shows from then on. */
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

/** That they were those of whole frames all the while, and are those of all frames at the end. */
async function expectRight(page: Page): Promise<void> {
  await expect.poll(async () => (await shown(page)).at(-1)).toBe(read(COUNT));
  const possible = Array.from({ length: COUNT - FIRST + 1 }, (_, k) => read(FIRST + k));
  const found = [...new Set(await shown(page))];
  expect(found).toEqual(possible.filter((totals) => found.includes(totals)));
  expect(found.length).toBeGreaterThan(2);
}

test("a file that was picked is followed as it grows, cut or not, by its handle", async ({ page }) => {
  // The private file system of the page stands in for the person's: its handles are read in the same way.
  await page.addInitScript(() => {
    Object.assign(window, {
      showOpenFilePicker: async () => [
        await (await navigator.storage.getDirectory()).getFileHandle("growing.tags.zst"),
      ],
    });
  });
  await page.goto("/");
  const append = (bytes: Uint8Array, at: number) =>
    page.evaluate(
      async ([bytes, at]) => {
        const folder = await navigator.storage.getDirectory();
        const file = await folder.getFileHandle("growing.tags.zst", { create: true });
        const writable = await file.createWritable({ keepExistingData: true });
        await writable.truncate(at);
        await writable.write({ type: "write", position: at, data: Uint8Array.from(bytes) });
        await writable.close();
      },
      [[...bytes], at] as const,
    );
  // What is half written is no damage.
  await append(all.subarray(0, firstBytes + 30), 0);
  await page.getByRole("button", { name: "Choose a file" }).click();
  await expect(page.locator(".card h2")).toHaveText("growing.tags.zst");
  await follow(page);
  await expect(page.locator(".follow-state")).toHaveText(/, 30\sB of an unfinished frame$/u);
  await expect(page.getByLabel("Damage")).toBeHidden();
  let state = 5;
  for (let at = firstBytes + 30; at < all.length; ) {
    state = (state * 48_271) % 2_147_483_647;
    const length = 1 + (state % 3000);
    await append(all.subarray(at, at + length), at);
    at += length;
    await page.waitForTimeout(state % 150);
  }
  await expectRight(page);
  await expect(page.locator(".follow-state")).toHaveText(/ago$/u);

  await append(frames[3] ?? all, 0);
  await expect.poll(async () => (await shown(page)).at(-1)).toBe(`1 ${tagsOf(3)}`);
  await expect(page.locator(".follow-state")).toHaveText(/^following the file that was written anew/u);

  await page.getByRole("button", { name: "Stop following" }).click();
  await expect(page.getByRole("button", { name: "Follow", exact: true })).toBeVisible();
  await expect(page.locator(".follow-state")).toBeHidden();
  await expect(page.locator(".facts")).toContainText(String(tagsOf(3)));
});

interface Served {
  folder: string;
  file: string;
}

const servedTest = test.extend<{ served: Served }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright tells by the pattern what a fixture needs.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "tagview-"));
      const file = join(folder, "growing.tags.zst");
      writeFileSync(file, all.subarray(0, firstBytes + 30));
      await use({ folder, file });
      rmSync(folder, { recursive: true });
    },
    { scope: "test" },
  ],
  baseURL: async ({ served }, use) => {
    const server: ChildProcess = spawn(process.execPath, [CLI, "serve", served.file]);
    const address = new Promise<string>((resolve) =>
      server.stdout?.once("data", (text) => resolve(String(text).trim())),
    );
    await use(await address);
    server.kill();
  },
});

servedTest("a served file is followed while another program appends to it", async ({ page, served }) => {
  const rest = join(served.folder, "rest");
  writeFileSync(rest, all.subarray(firstBytes + 30));
  await page.goto("/");
  await expect(page.locator(".card h2")).toHaveText("growing.tags.zst");
  await follow(page);
  const appender = spawn(process.execPath, [APPENDER, rest, served.file, "11", "2000"], { stdio: "inherit" });
  const appended = new Promise((resolve) => appender.on("exit", resolve));
  await expectRight(page);
  await appended;
  await expect(page.locator(".follow-state")).toHaveText(/^following, last change \d+ s ago$/u);
  // The charts have come along.
  await expect(page.locator("table.channels")).toContainText("4");

  writeFileSync(rest, frames[0] ?? all);
  renameSync(rest, served.file);
  await expect(page.locator(".follow-state")).toHaveText("the file was replaced or removed; open it again");
  expect((await shown(page)).at(-1)).toBe(read(COUNT));
});
