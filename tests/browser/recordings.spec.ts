import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { counts, drop, expect, large, test } from "./fixtures";
import { recording, twoChannels } from "./recording";

const REAL = fileURLToPath(new URL("../../../shared/data/tags/500k.tags.zst", import.meta.url));
const sound = () => recording(twoChannels());

test("a dropped file fills the channel table, the card and both charts", async ({ page }) => {
  await page.goto("/");
  await drop(page, "two.tags", sound());
  await expect(page.locator("table.channels tbody tr")).toHaveCount(2);
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
  const row = page.locator("tr[data-channel='4'] td");
  await expect(row).toHaveText(["1,600", /^1\.60\skHz$/u, /^90\.9\s%$/u, /^625\sµs$/u]);
  await expect(page.locator(".card")).toContainText("1,760");
  await expect(page.locator(".card")).toContainText("in time order");
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);
  await expect(page.locator(".figure-gaps .tv-line")).toHaveCount(2);
  await expect(page.locator(".banner")).toBeHidden();
  await expect(page.locator("#live")).toContainText("two.tags is read: 1,760 tags on 2 channels.");
});

test("a real recording has its known counts", async ({ page }) => {
  test.skip(!existsSync(REAL), "the real recordings are not here");
  await page.goto("/");
  await drop(page, "500k.tags.zst", readFileSync(REAL));
  await expect.poll(() => counts(page)).toEqual({ "3": "223,058", "15": "251,662", "16": "25,280" });
});

test("ten million tags: charts are drawn before the end, and marked as not of everything", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const file = large();
  await page.goto("/");
  const seen = page.evaluate(
    () =>
      new Promise<{ drawn: number; marks: string[] }>((resolve) => {
        const drawn = new Set<Element>();
        const marks = new Set<string>();
        new MutationObserver(() => {
          const line = document.querySelector(".figure-rate .tv-line");
          const status = document.querySelector<HTMLElement>(".status");
          // A long query after the file was read can also be cancelled.
          const busy =
            status?.querySelector<HTMLElement>(".cancel")?.hidden === false &&
            !status.textContent?.includes("counting");
          if (line && busy) {
            drawn.add(line);
            marks.add(document.querySelector(".figure-rate .chip")?.textContent ?? "");
          }
          if (line && !busy) resolve({ drawn: drawn.size, marks: [...marks] });
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
  );
  await page.setInputFiles("#picker", file);
  const { drawn, marks } = await seen;
  expect(drawn).toBeGreaterThan(0);
  expect(marks.every((mark) => mark.startsWith("so far"))).toBe(true);
  await expect(page.locator(".figure-rate .chip")).toBeHidden();
  await expect(page.locator(".card dd:visible").first()).toHaveText(/^1\d,\d{3},\d{3}$/u);
});

test("the contents of a file's index are reported while it is read, on an axis as long as the file", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const file = large();
  await page.goto("/");
  const seen = page.evaluate(
    () =>
      new Promise<{ facts: string[]; axes: string[] }>((resolve) => {
        const texts = (selector: string) =>
          [...document.querySelectorAll(selector)].map((node) => node.textContent).join(" | ");
        const facts = new Set<string>();
        const axes = new Set<string>();
        new MutationObserver(() => {
          const busy = document.querySelector<HTMLElement>(".status .cancel")?.hidden === false;
          const chips = texts(".card .chip, .table-panel .chip");
          if (busy && chips === "by its index | by its index") {
            facts.add(texts(".facts dd, .channels td"));
            // Panels are drawn one after another: this one may be still to come.
            const axis = texts(".figure-rate .tv-axis-x text");
            if (axis !== "") axes.add(axis);
          }
          if (!busy && facts.size > 0) resolve({ facts: [...facts], axes: [...axes] });
        }).observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
  );
  await page.setInputFiles("#picker", file);
  const { facts, axes } = await seen;
  await expect(page.locator(".card .chip")).toBeHidden();
  const read = (await page.locator(".facts dd, .channels td").allTextContents()).join(" | ");
  expect(facts).toEqual([read]);
  const axis = (await page.locator(".figure-rate .tv-axis-x text").allTextContents()).join(" | ");
  expect(axes).toEqual([axis]);
});

test("cancel stops soon, keeps the part read so far, and the page continues to work", {
  tag: "@timed",
}, async ({ page }) => {
  test.setTimeout(180_000);
  const file = large();
  await page.goto("/");
  const stopped = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const watcher = new MutationObserver(() => {
          const cancel = document.querySelector<HTMLElement>(".status .cancel");
          if (!cancel || cancel.hidden || !document.querySelector(".figure-rate .tv-line")) return;
          watcher.disconnect();
          const began = performance.now();
          cancel.click();
          const look = () => {
            const chip = document.querySelector(".card .chip")?.textContent ?? "";
            if (cancel.hidden && chip.startsWith("stopped")) resolve(performance.now() - began);
            else requestAnimationFrame(look);
          };
          look();
        });
        watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
      }),
  );
  await page.setInputFiles("#picker", file);
  // 200 ms at most on a machine that does nothing else; this one may have a lot to do.
  console.log(`cancelled after ${Math.round(await stopped)} ms`);
  expect(await stopped).toBeLessThan(1000);
  const kept = await counts(page);
  expect(Object.keys(kept).length).toBeGreaterThan(0);
  await page.waitForTimeout(400);
  await expect.poll(() => counts(page)).toEqual(kept);
  await drop(page, "two.tags", sound());
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
});

test("a truncated recording shows its sentence, its place, and everything before the damage", async ({
  page,
}) => {
  await page.goto("/");
  // The last 20 tags and a half are missing.
  const bytes = sound().subarray(0, -328);
  await drop(page, "cut.tags", bytes);
  const banner = page.locator(".banner");
  await expect(banner).toBeVisible();
  await expect(banner).toContainText("truncated");
  await expect(banner).toContainText("Recovered: 1,739 tags");
  await expect(page.locator(".card .chip")).toHaveText("incomplete");
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);
  await expect(page.locator("dialog[open]")).toHaveCount(0);
});

test("a file of another format gets a message, not a chart", async ({ page }) => {
  await page.goto("/");
  await drop(page, "notes.txt", Buffer.from("Dear diary, today the laser was stable.\n"));
  await expect(page.locator(".nothing")).toContainText("unknown-format");
  await expect(page.locator(".banner")).toBeHidden();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(0);
});

test("several files: the first is shown, the list switches", async ({ page }) => {
  await page.goto("/");
  await page.setInputFiles("#picker", [
    {
      name: "first.tags",
      mimeType: "",
      buffer: recording([
        [1n, 1n],
        [2n, 1n],
      ]),
    },
    { name: "second.tags", mimeType: "", buffer: sound() },
  ]);
  await expect(page.locator(".card h2")).toHaveText("first.tags");
  await expect.poll(() => counts(page)).toEqual({ "1": "2" });
  await page.getByRole("button", { name: "second.tags", exact: true }).click();
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
  await page.getByRole("button", { name: "Close first.tags" }).click();
  await expect(page.locator(".card h2")).toHaveText("second.tags");
});

test("a connection to elsewhere is refused by the page's policy", async ({ page }) => {
  await page.goto("/");
  const policy = await page.locator("meta[http-equiv='Content-Security-Policy']").getAttribute("content");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  await expect(page.getByText("Your files never leave this computer.").filter({ visible: true })).toHaveCount(
    1,
  );
});
