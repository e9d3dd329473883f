import { readFileSync } from "node:fs";
import { drop, expect, test } from "./fixtures";
import { recording, threeChannels, twoChannels } from "./recording";

/** Runs what it says where it is taken for markup, or its second line for a line of a table. */
const NAME = `<img src=x onerror="window.hit=1">&lt;"'--><svg onload=window.hit=1>\r\n=1+1.tags`;

test("a file's name and a header are text wherever they stand", async ({ page }) => {
  await page.goto("/");
  await drop(page, NAME, recording(threeChannels()));
  await expect(page.locator(".card h2")).toContainText(NAME.slice(0, 60));
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  for (const kind of ["SVG", "CSV"]) {
    const waiting = page.waitForEvent("download");
    await page.locator(".figure-rate .menu-place > button").click();
    await page.locator(".figure-rate .menu").getByText(kind, { exact: true }).click();
    const saved = readFileSync(await (await waiting).path(), "utf8");
    expect(saved, kind).toContain("img src=x");
    if (kind === "CSV") {
      expect(saved.split(/[\r\n]+/u).filter((line) => line.startsWith("="))).toEqual([]);
      continue;
    }
    const elements = await page.evaluate((svg) => {
      const document = new DOMParser().parseFromString(svg, "image/svg+xml");
      return [...document.querySelectorAll("img, [onload], [onerror], parsererror")].length;
    }, saved);
    expect(elements).toBe(0);
  }

  await drop(page, `other ${NAME}`, recording(twoChannels()));
  await expect(page.locator(".file-list .file")).toHaveCount(2);
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill("v1=0:5,<img src=x onerror=window.hit=1>:6,1:7");
  await expect(page.locator(".findings .error mark").first()).toHaveText(/^<img src=x onerror/u);

  const harm = () => ({
    hit: "hit" in window,
    made: document.querySelectorAll("img[src=x], [onload]").length,
  });
  expect(await page.evaluate(harm)).toEqual({ hit: false, made: 0 });
});
