import { test as base } from "@playwright/test";
import { drop, expect, test } from "./fixtures";
import { recording, type Tag, threeChannels, twoChannels } from "./recording";

/** Regressions: former faults of the page. */

// The other tests check that nothing is thrown; this test throws.
base("a panel that can't be drawn reports it, and the others are drawn", async ({ page }) => {
  await page.addInitScript(() => {
    const replaceChildren = Element.prototype.replaceChildren;
    Element.prototype.replaceChildren = function (...nodes) {
      if (this.matches(".figure-rate .chart") && !("mended" in window)) throw new Error("a broken chart");
      return replaceChildren.apply(this, nodes);
    };
  });
  // The page is below a secret path, which only its address contains.
  await page.goto("./");
  await drop(page, "three.tags", recording(threeChannels()));
  await expect(page.locator(".figure-matrix .tv-cell")).toHaveCount(6);
  await expect(page.locator(".figure-rate .panel-failed")).toContainText("a broken chart");
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).toHaveCount(1);
  await expect(page.locator(".status-text")).toContainText("read in");
  await expect.poll(() => page.url()).toContain("file=three.tags");
  // It is drawn anew with the next change.
  await page.evaluate("window.mended = true");
  await page.getByRole("switch", { name: "Channel 3" }).click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);
  await expect(page.locator(".panel-failed")).toHaveCount(0);
});

test("a question asked just before the tab is hidden is answered while it is hidden", async ({ page }) => {
  await page.addInitScript(() => {
    let hidden = false;
    const request = window.requestAnimationFrame.bind(window);
    // A browser holds back the frames of a hidden tab, also those that were requested before.
    window.requestAnimationFrame = (draw) => request((time) => void (hidden || draw(time)));
    Object.defineProperty(document, "hidden", { get: () => hidden });
    Object.assign(window, {
      hide: () => {
        hidden = true;
        document.dispatchEvent(new Event("visibilitychange"));
      },
    });
  });
  await page.goto("/");
  await drop(page, "three.tags", recording(threeChannels()));
  const counts = page.locator("table.coincidences td").first();
  await expect(counts).toHaveText("2,000 ± 45");
  await page.evaluate(() => {
    const box = document.querySelector<HTMLInputElement>('input[aria-label="Coincidence window"]');
    if (!box) throw new Error("There is no window.");
    box.value = "26 ticks";
    box.dispatchEvent(new Event("change"));
    (window as unknown as { hide(): void }).hide();
  });
  // 1,200 pairs are 26 ticks apart, and 400 each 25 and 27.
  await expect(counts).toHaveText("1,600 ± 40");
});

test("a link to the sample is followed while a file is open", async ({ page }) => {
  await page.goto("/");
  await drop(page, "two.tags", recording(twoChannels()));
  await expect(page.locator(".card h2")).toHaveText("two.tags");
  await page.evaluate(() => {
    location.hash = "#v=1&open=sample&off=3";
  });
  await expect(page.locator(".card h2")).toHaveText("sample.tags.zst");
  await expect(page.getByRole("switch", { name: "Channel 3" })).not.toBeChecked();
  // Once it is open, the link shows it, and opens no other.
  await page.getByRole("button", { name: "two.tags", exact: true }).click();
  await page.evaluate(() => {
    location.hash = "#v=1&open=sample";
  });
  await expect(page.locator(".card h2")).toHaveText("sample.tags.zst");
  await expect(page.locator(".file-list .file")).toHaveCount(2);
  await expect.poll(() => page.url()).toContain("open=sample");
});

test("a long header is decoded after a pause in typing, and at once after a paste", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  const box = page.getByLabel("A header to read");
  await box.focus();
  await page.evaluate(() => {
    const announced: (string | null)[] = [];
    const live = document.getElementById("live");
    if (live) new MutationObserver(() => announced.push(live.textContent)).observe(live, { childList: true });
    Object.assign(window, { announced });
  });
  const announced = () => page.evaluate<string[]>("window.announced");
  await page.keyboard.insertText(`v1=${Array.from({ length: 20_000 }, (_, i) => `${i}:${i}`).join(",")}`);
  await expect.poll(async () => (await announced()).length).toBe(1);
  // Keys at the repeat rate of a keyboard, regardless of the time that the page takes for each.
  await page.evaluate(() => {
    const box = document.querySelector("textarea");
    for (let key = 0; key < 20; key += 1)
      setTimeout(() => {
        box?.focus();
        box?.setSelectionRange(box.value.length, box.value.length);
        document.execCommand("insertText", false, "1");
      }, 30 * key);
  });
  await expect.poll(async () => (await box.inputValue()).endsWith("1".repeat(20))).toBe(true);
  await page.waitForTimeout(1000);
  const decoded = (await announced()).length - 1;
  expect(decoded).toBeGreaterThan(0);
  expect(decoded).toBeLessThan(6);
});

test("a part that damage cuts off is not passed off as the whole", async ({ page }) => {
  await page.goto("/");
  const tags = threeChannels();
  const far = 1n << 50n;
  // Four tags caused by damage, in the middle: the last one is the first tag out of order.
  const middle = tags.length / 2;
  const damage = [1n, 2n, 3n, 0n].map((k): Tag => [far + k * 100_000n, 1000n + k]);
  await drop(page, "damaged.tags", recording([...tags.slice(0, middle), ...damage, ...tags.slice(middle)]));
  const banner = page.getByRole("region", { name: "Damage", exact: true });
  await expect(banner).toContainText(
    /^Probably damaged from 15\.6\sms on: 4 channels with a few tags each, 2 tags out of order\./u,
  );
  await expect(page.locator(".figure-g2 .chip")).toHaveText("first 49 %");
  await expect(page.locator(".figure-matrix .chip")).toHaveText("first 49 %");
  await expect(page.locator(".status-text")).toContainText(/probably damaged from 15\.6\sms on/u);
  const counts = page.locator("table.coincidences td").first();
  await expect(counts).toHaveText("1,000 ± 32");
  // The time of damaged tags, two days later, affects no rate: g2 is the same as without them.
  const before = await page.locator(".figure-g2 .tv-axis text").allTextContents();
  expect(before.join(" ")).not.toContain("×10");
  await expect(page.locator(".verdict")).toHaveText(
    "Check this: the recording is damaged or incomplete; 2 tags are out of order.",
  );
  await banner.getByRole("button", { name: "Use the sound part" }).click();
  await expect(page.locator(".figure-g2 .chip")).toHaveText("in the range");
  await expect(counts).toHaveText("1,000 ± 32");
  expect(await page.locator(".figure-g2 .tv-axis text").allTextContents()).toEqual(before);
  await expect(banner.getByRole("button")).toBeHidden();
  // The rate is drawn in the visible range.
  await expect(page.locator(".figure-rate .tv-axis-x")).toContainText("time (ms)");
  // Channels caused only by damage are not listed any more.
  await expect(page.locator("table.channels tbody tr")).toHaveCount(3);
  await expect(page.locator(".figure-rate .tv-name")).toHaveCount(3);
  await expect(page.locator(".channels-note")).toHaveText(
    "4 channels that exist only because of damage are not listed.",
  );
});

test("the list of files reports which one is damaged", async ({ page }) => {
  await page.goto("/");
  await drop(page, "good.tags", recording(twoChannels()));
  await drop(page, "cut.tags", recording(twoChannels()).subarray(0, 9000));
  const states = page.locator(".file-row .state");
  await expect(page.locator(".file-row .flawed")).toHaveAttribute("aria-label", /incomplete/u);
  await expect(states).toHaveCount(2);
});
