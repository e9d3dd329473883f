import { expect, test } from "@playwright/test";

test("the page opens and is called tagview", async ({ page }) => {
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  await page.goto("/");
  await expect(page).toHaveTitle(/tagview/);
  expect(failures).toEqual([]);
});
