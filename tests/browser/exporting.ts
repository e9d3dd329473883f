/** Saving and copying with a panel's menu. */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { exceptFit } from "../support/except-fit";
import { expect } from "./fixtures";

/** Frames without anything that is awaited. Panels that take long are drawn one in a frame. */
const CALM_FRAMES = 8;

export const CLI = fileURLToPath(new URL("../../cli/bin/tagview.js", import.meta.url));

/** Waits until everything is answered and drawn: a change that was just made is seen a few frames later. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    (least) =>
      new Promise<void>((resolve) => {
        let calm = 0;
        const look = () => {
          calm = document.querySelector('[aria-busy="true"]') ? 0 : calm + 1;
          if (calm >= least) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
    CALM_FRAMES,
  );
}

/** Chooses an item of a panel's menu. */
export async function choose(page: Page, figure: string, item: string, size?: string): Promise<void> {
  await page.locator(`.figure-${figure} .menu-place > button`).click();
  const menu = page.locator(`.figure-${figure} .menu`);
  if (size !== undefined) await menu.getByLabel("Size of pictures").selectOption(size);
  await menu.getByText(item, { exact: true }).click();
}

/** The text that an item of a panel's menu copies to the clipboard. */
export async function copied(page: Page, figure: string, what: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await choose(page, figure, what);
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).not.toBe("");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The output of a command line in a shell, with this tagview instead of the one that npx would fetch. */
export function printedBy(line: string, folder: string) {
  const ran = inShell(line, folder);
  expect(exceptFit(ran)).toEqual([0, ""]);
  return JSON.parse(ran.stdout);
}

/** Like `printedBy`, for several recordings that may be damaged: returns one object per recording. */
export function allPrintedBy(line: string, folder: string) {
  return inShell(line, folder)
    .stdout.trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text));
}

function inShell(line: string, folder: string) {
  const npx = `npx() { shift; ${process.execPath} ${CLI} "$@"; }`;
  return spawnSync("sh", ["-c", `${npx}; ${line}`], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
}

/** The data that a figure of the page shows, from its JSON. */
export const shown = async (page: Page, figure: string) => JSON.parse(await copied(page, figure, "JSON"));
