/** The documentation: below the page's address, without other hosts. */

import { expect, test } from "./fixtures";

test("the page has a link to the documentation, whose links and search work", async ({ page, context }) => {
  await page.goto("/");
  const [docs] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Documentation and tutorials" }).first().click(),
  ]);
  const wrong: string[] = [];
  docs.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  docs.on("pageerror", (error) => wrong.push(String(error.stack)));
  docs.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(page.url()).origin) wrong.push(request.url());
  });
  // From its beginning, with the listeners. A window can't be reloaded before its first page is there.
  await docs.waitForLoadState();
  await docs.reload();
  await expect(docs.getByRole("heading", { name: "Is my run good?" })).toBeVisible();
  await docs.getByRole("link", { name: "g2 of a pair source" }).first().click();
  await expect(docs.getByRole("heading", { name: "Draw the correlation" })).toBeVisible();
  const figure = docs.locator("img[src$='.svg'][alt*='Correlation']");
  await expect
    .poll(() => figure.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await docs.getByRole("button", { name: "Search" }).click();
  await docs.getByPlaceholder("Search").fill("doubtful");
  await docs.locator("a.result").first().click();
  await expect(docs.locator("main")).toContainText("keep-doubtful");
  expect(new URL(docs.url()).pathname).toMatch(/\/docs\/[\w-]+\.html$/u);
  expect(wrong).toEqual([]);
});
