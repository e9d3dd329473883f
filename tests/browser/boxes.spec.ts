import { drop, expect, test } from "./fixtures";
import { recording, threeChannels } from "./recording";

/** Boxes for times: what they show after a time that they can't take as it is. */

test.beforeEach(async ({ page }) => {
  await page.goto("/");
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".status-text")).toContainText("read in");
});

test("a range is cut at the end of the recording", async ({ page }) => {
  const box = page.getByLabel("Range to");
  const end = await box.inputValue();
  for (const from of ["", "1 ms"]) {
    if (from !== "") await page.getByLabel("Range from").fill(from);
    await box.fill("99 s");
    await box.press("Enter");
    await expect(box).toHaveValue(end);
    await expect(page.locator(".range")).toContainText("set to the end of the recording");
  }
});

test("a time in ticks fits its box", async ({ page }) => {
  await page.getByLabel("Units of time").selectOption("ticks");
  await page.locator("#tick").fill("1 fs");
  await page.locator("#tick").press("Enter");
  const box = page.getByLabel("Range to");
  await expect(box).toHaveValue(/^\d{6,}$/u);
  expect(await box.evaluate((node) => node.scrollWidth - node.clientWidth)).toBeLessThanOrEqual(0);
  expect(
    await box.evaluate((node: HTMLInputElement) => node.size - node.value.length),
  ).toBeGreaterThanOrEqual(0);
});

test("a tick that is not a length has a message below its box", async ({ page }) => {
  const box = page.locator("#tick");
  await box.fill("0");
  await box.press("Enter");
  await expect(page.getByText(/tick "0ps" is not longer than 0\. Give a longer tick\./u)).toBeVisible();
  await box.fill("1 ns");
  await box.press("Enter");
  await expect(page.getByText("is not longer than 0")).toBeHidden();
  await expect(box).toHaveValue("1 ns");
});
