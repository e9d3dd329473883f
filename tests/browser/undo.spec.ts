/** Undo and redo of views, and views that are saved under a name. */

import type { Page } from "@playwright/test";
import { counts, drag, drop, expect, press, test } from "./fixtures";
import { recording, threeChannels, twoChannels } from "./recording";

async function opened(page: Page): Promise<void> {
  await page.goto("/");
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).toHaveCount(1);
}

test("changes of the view are undone and redone, by keys and by buttons", async ({ page }) => {
  await opened(page);
  const undo = page.getByRole("button", { name: "Undo" });
  const redo = page.getByRole("button", { name: "Redo" });
  const title = page.locator(".figure-g2 h2");
  await expect(undo).toBeDisabled();
  await expect(redo).toBeDisabled();
  await drag(page, "rate", 0.3, 0.6);
  await expect.poll(() => page.url()).toContain("range=");
  await page.locator(".tv-cell[data-a='2'][data-b='3']").click();
  await expect(title).toHaveText("Correlation 2 → 3");
  await page.getByRole("switch", { name: "Channel 1" }).click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);

  // The focused switch is not a text box.
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(3);
  await expect(page.locator("#live")).toHaveText("Undone.");
  await expect(title).toHaveText("Correlation 2 → 3");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(title).toHaveText("Correlation 1 → 2");
  await undo.click();
  await expect.poll(() => page.url()).not.toContain("range=");
  await expect.poll(() => counts(page)).toEqual({ "1": "2,000", "2": "2,000", "3": "2,000" });
  await expect(undo).toBeDisabled();
  await redo.click();
  await expect.poll(() => page.url()).toContain("range=");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(title).toHaveText("Correlation 2 → 3");
  await redo.click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);
  await expect(redo).toBeDisabled();
});

test("each key that changes the view is undone by one step, and no letter closes the file", async ({
  page,
}) => {
  await page.goto("/#v=1&range=0..3200000&rate=0..0.001&bin=4");
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect.poll(() => page.url()).toContain("range=");
  const start = page.url();
  for (const key of ["z", "r", "[", "]", "g", "l", "f"]) {
    await press(page, key);
    await expect.poll(() => page.url(), key).not.toBe(start);
    await page.locator("body").press("Control+z");
    await expect.poll(() => page.url(), key).toBe(start);
  }
  await press(page, "x");
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
});

test("F6 goes from panel to panel, and the list of shortcuts names the panel of a key", async ({ page }) => {
  await page.goto("/");
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  const seen: string[] = [];
  const heading = page.locator("h2:focus");
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press("F6");
    seen.push(await heading.innerText());
  }
  expect(new Set(seen).size).toBe(4);
  await page.keyboard.press("Shift+F6");
  await expect(heading).toHaveText(seen[2] ?? "");
  await press(page, "?");
  const panel = page.locator("dialog h3", { hasText: "Correlation" });
  await expect(panel.locator("+ dl")).toContainText("counts or g2");
});

test("in a text box, Control Z is the box's", async ({ page }) => {
  await opened(page);
  await page.getByRole("switch", { name: "Channel 3" }).click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);
  const box = page.getByLabel("Coincidence window");
  await box.focus();
  await page.keyboard.type("77");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);
  await expect(page.getByRole("switch", { name: "Channel 3" })).not.toBeChecked();
});

test("each recording has its own steps", async ({ page }) => {
  await opened(page);
  await page.getByRole("switch", { name: "Channel 3" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
  await drop(page, "two.tags", recording(twoChannels()));
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
  await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
});

test("ranges are named, gone back to, and with a note brought along by the link", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await opened(page);
  await page.getByRole("button", { name: "Show Ranges and notes" }).click();
  const add = page.getByRole("button", { name: "Name the range" });
  await expect(add).toBeDisabled();
  await page.getByLabel("Range to").fill("15.625 ms");
  await page.getByLabel("Range to").press("Enter");
  await expect.poll(() => counts(page)).toEqual({ "1": "1,001", "2": "1,000", "3": "1,000" });
  await page.getByLabel("Name of the range").fill("dark; first: half");
  await add.click();
  const named = page
    .getByRole("list", { name: "Named ranges" })
    .getByRole("button", { name: "dark; first: half" });
  await expect(named.first()).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("Note", { exact: true }).fill("Fibre 2 was bent & mended");
  await page.getByLabel("Note", { exact: true }).blur();
  await page.getByRole("button", { name: "Back to the whole file" }).click();
  await expect.poll(() => counts(page)).toMatchObject({ "1": "2,000" });
  await expect(named.first()).toHaveAttribute("aria-pressed", "false");
  // The address follows a moment later: it has the note, and no longer the range (the named one is another parameter).
  await expect.poll(() => page.url()).toMatch(/^(?=.*[#&]note=)(?!.*[#&]range=)/u);
  const link = page.url();

  await page.goto("about:blank");
  await page.goto(link);
  await drop(page, "three.tags", recording(threeChannels()));
  // It unfolds automatically, because it has content.
  await expect(page.getByLabel("Note", { exact: true })).toHaveValue("Fibre 2 was bent & mended");
  // Chooses a range within the part read so far.
  await expect.poll(() => counts(page)).toMatchObject({ "1": "2,000" });
  await named.first().click();
  await expect.poll(() => counts(page)).toEqual({ "1": "1,001", "2": "1,000", "3": "1,000" });
  await page.getByRole("button", { name: "Forget the range dark; first: half" }).click();
  await expect(page.getByRole("list", { name: "Named ranges" }).getByRole("listitem")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(page.getByRole("list", { name: "Named ranges" }).getByRole("listitem")).toHaveCount(1);
});

test("a single character acts only while a panel has the focus or the pointer", async ({ page }) => {
  await page.goto("/");
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  const g2 = page.getByRole("button", { name: "Show g2 instead of counts (g)" });
  const isOn = (is: boolean) => expect(g2).toHaveAttribute("aria-pressed", String(is));
  await page.locator(".status").hover();
  await page.keyboard.press("g");
  await isOn(false);
  await page.locator(".figure-g2 .plot").focus();
  await page.keyboard.press("g");
  await isOn(true);
  await page.locator("body").evaluate(() => (document.activeElement as HTMLElement).blur());
  await press(page, "g");
  await isOn(false);
  await page.locator(".status").hover();
  await press(page, "?");
  await expect(page.locator("dialog")).toContainText("Single characters act while a panel has the focus");
});
