import { counts, drop, expect, test } from "./fixtures";
import { recording, twoChannels } from "./recording";

test("a defined channel is counted like any other, and is part of the link", async ({ page }) => {
  await page.goto("/");
  await drop(page, "two.tags", recording(twoChannels()));
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
  await page.getByRole("button", { name: "Show Virtual channels" }).click();
  const box = page.getByRole("textbox", { name: "Virtual channels" });
  await box.fill("100=4+9; 101=4&9@5");
  await box.press("Enter");
  // Each tag of channel 9 follows one of channel 4 by 5 ticks.
  const all = { "4": "1,600", "9": "160", "100": "1,760", "101": "160" };
  await expect.poll(() => counts(page)).toEqual(all);
  await expect(page.locator('tr[data-channel="101"] .rule')).toHaveText("4&9@5");
  await expect.poll(() => new URL(page.url()).hash).toContain("define=100");
  await page.reload();
  await drop(page, "two.tags", recording(twoChannels()));
  await expect.poll(() => counts(page)).toEqual(all);
  await expect(page.getByRole("textbox", { name: "Virtual channels" })).toHaveValue("100=4+9\n101=4&9@5");
});

test("errors in a definition are reported below the box, and the earlier definitions remain", async ({
  page,
}) => {
  await page.goto("/");
  await drop(page, "two.tags", recording(twoChannels()));
  await page.getByRole("button", { name: "Show Virtual channels" }).click();
  const box = page.getByRole("textbox", { name: "Virtual channels" });
  await box.fill("101=4&9@5");
  await box.press("Enter");
  await expect.poll(async () => (await counts(page))["101"]).toBe("160");
  await box.fill("101=4&9@5lightyears");
  await box.press("Enter");
  await expect(box).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("#definitions-note")).toContainText("character 9");
  expect((await counts(page))["101"]).toBe("160");
  await box.fill("");
  await box.press("Enter");
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
});
