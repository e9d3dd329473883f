import type { Page } from "@playwright/test";
import { counts, drag, drop, expect, press, test } from "./fixtures";
import { recording, twoChannels } from "./recording";

async function opened(page: Page, hash = ""): Promise<void> {
  await page.goto(`/${hash}`);
  await drop(page, "two.tags", recording(twoChannels()));
  // Panels are drawn one after another.
  for (const figure of ["rate", "gaps"])
    await expect(page.locator(`.figure-${figure} .tv-line`).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test("a range dragged on the rate chart narrows the table; double click goes back", async ({ page }) => {
  await opened(page);
  await drag(page, "rate", 0.3, 0.5);
  await expect(page.locator(".table-panel .chip")).toContainText("in the range");
  await expect.poll(async () => Number((await counts(page))["4"]?.replace(",", ""))).toBeLessThan(600);
  await expect.poll(() => page.url()).toMatch(/range=\d+\.\.\d+/u);
  await page.locator(".figure-rate .plot").dblclick();
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
});

test("a typed range is exact", async ({ page }) => {
  await opened(page);
  await page.getByLabel("Range from").fill("0.1s");
  await page.getByLabel("Range to").fill("0.2s");
  await page.getByLabel("Range to").press("Enter");
  // Ticks 640,000,000 to 1,280,000,000: tags 160 to 320 of channel 4, and 16 that follow one by 5 ticks.
  await expect.poll(() => counts(page)).toEqual({ "4": "161", "9": "16" });
  await page.getByLabel("Range to").fill("nonsense");
  await page.getByLabel("Range to").press("Enter");
  await expect(page.getByLabel("Range to")).toHaveAttribute("aria-invalid", "true");
});

test("wheel and drag zoom, double click shows everything again", async ({ page }) => {
  await opened(page);
  const ticks = () => page.locator(".figure-gaps .tv-axis-x text").allTextContents();
  const before = await ticks();
  await page.locator(".figure-gaps .plot").hover();
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -400);
  await page.keyboard.up("Control");
  await expect.poll(ticks).not.toEqual(before);
  await page.locator(".figure-gaps .plot").dblclick();
  await expect.poll(ticks).toEqual(before);
  await drag(page, "gaps", 0.3, 0.6);
  await expect.poll(ticks).not.toEqual(before);
  await expect.poll(() => page.url()).toContain("gaps=");
});

test("a channel's switch hides it everywhere", async ({ page }) => {
  await opened(page);
  await page.getByRole("switch", { name: "Channel 9" }).click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(1);
  await expect(page.locator(".figure-gaps .tv-line")).toHaveCount(1);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);
});

test("the hash restores the view, and nonsense in it does no harm", async ({ page }) => {
  await opened(page, "#v=1&off=9&range=640000000..1280000000");
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(1);
  await expect(page.getByRole("switch", { name: "Channel 9" })).not.toBeChecked();
  await expect.poll(() => counts(page)).toEqual({ "4": "161", "9": "16" });
  await page.goto("about:blank");
  await opened(page, "#v=1&off=x&range=9..1&rate=a..b");
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
});

test("the sample opens again after a reload", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Look at a sample" }).click();
  await expect(page.locator(".figure-rate .tv-line").first()).toBeVisible();
  await expect.poll(() => page.url()).toContain("open=sample");
  await page.reload();
  await expect(page.locator(".card h2")).toHaveText("sample.tags.zst");
  await expect(page.locator(".figure-rate .tv-line").first()).toBeVisible();
});

test("tick and units are remembered", async ({ page }) => {
  await opened(page);
  await page.locator("#tick").fill("1 ns");
  await page.locator("#tick").press("Enter");
  await expect(page.locator("tr[data-channel='4'] td").nth(3)).toHaveText(/^4\.00\sms$/u);
  await page.getByLabel("Units of time").selectOption("ticks");
  await expect(page.locator("tr[data-channel='4'] td").nth(3)).toHaveText("4,000,000");
  await opened(page);
  await page.reload();
  await expect(page.locator("#tick")).toHaveValue("1 ns");
  await expect(page.getByLabel("Units of time")).toHaveValue("ticks");
});

test("dark and light follow the system until one is chosen, and that is remembered", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  const theme = page.locator("html");
  await expect(theme).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: "Light" }).click();
  await expect(theme).toHaveAttribute("data-theme", "light");
  await page.reload();
  await expect(theme).toHaveAttribute("data-theme", "light");
});

test("everything can be reached and done with the keyboard", async ({ page }) => {
  await opened(page);
  await press(page, "?");
  await expect(page.locator("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog")).toBeHidden();

  const reached = new Set<string>();
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      const label = at?.getAttribute("aria-label") ?? at?.textContent ?? "";
      return at?.id === "tick" ? "tick" : label.split(".")[0];
    });
    reached.add(name ?? "");
  }
  for (const name of [
    "Open",
    "Paste a header",
    "Sample",
    "tick",
    "Units of time",
    "Dark",
    "Shortcuts",
    "Channel 4",
    "Channel 9",
    "Range from",
    "Range to",
    "Rate over time",
    "Gaps between tags",
  ]) {
    expect([...reached], name).toContain(name);
  }

  await page.getByRole("switch", { name: "Channel 9" }).focus();
  await page.keyboard.press("Space");
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(1);
  await page.locator(".figure-rate .plot").focus();
  await page.keyboard.press("+");
  await expect.poll(() => page.url()).toContain("rate=");
  await page.keyboard.press("0");
  await expect.poll(() => page.url()).not.toContain("rate=");
});

test("nothing scrolls on a laptop's screen; a narrow one stacks without scrolling sideways", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await opened(page);
  const sizes = () =>
    page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);
  expect(await sizes()).toEqual([0, 0]);
  await page.setViewportSize({ width: 400, height: 800 });
  await expect
    .poll(async () => (await page.locator(".figure-gaps .plot").boundingBox())?.height)
    .toBeGreaterThan(200);
  expect((await sizes())[0]).toBe(0);
});
