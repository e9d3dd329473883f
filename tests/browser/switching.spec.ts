/** The view of a recording is kept while another one is displayed, and in a link. */

import type { Page } from "@playwright/test";
import { settled } from "./exporting";
import { counts, drop, expect, followed, press, test } from "./fixtures";
import { recording, threeChannels, twoChannels } from "./recording";

const THREE = recording(threeChannels());

/** Shows an open recording by the list of them. */
async function show(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click();
  await expect(page.locator(".card h2")).toHaveText(name);
}

const type = async (page: Page, name: string, text: string): Promise<void> => {
  await page.getByLabel(name, { exact: true }).fill(text);
  await page.getByLabel(name, { exact: true }).press("Enter");
};

test("another recording and back changes nothing", async ({ page }) => {
  const view = [
    "range=0..99999999&off=3&rate=0..0.02&gaps=1e-8..0.001&pair=2,1&g2=-640..640&bin=2&norm=1&window=32",
    "delays=2:26&define=100=1%2B2&names=1:pump:herald;2:idler:&ranges=0..99:dark&note=Fibre&patterns=1,2,3",
  ].join("&");
  await page.goto(`/#v=1&${view}`);
  await drop(page, "a.tags", THREE);
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  await settled(page);
  await page.getByRole("switch", { name: "Channel 3" }).click();
  await page.getByRole("switch", { name: "Channel 3" }).click();
  for (const key of view.split("&"))
    await expect.poll(() => decodeURIComponent(page.url())).toContain(decodeURIComponent(key));
  const url = page.url();
  const seen = await counts(page);

  await drop(page, "b.tags", recording(twoChannels()));
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
  await expect.poll(() => page.url()).toContain("file=b.tags");
  for (const key of ["range=", "pair=", "names=", "note=", "define="]) expect(page.url()).not.toContain(key);
  // The choice affects only this recording.
  await type(page, "Range to", "0.2 s");
  await expect.poll(() => page.url()).toContain("range=");
  await show(page, "a.tags");
  await expect.poll(() => page.url()).toBe(url);
  await expect.poll(() => counts(page)).toEqual(seen);
  await expect(page.locator(".figure-g2 h2")).toHaveText("Correlation 2 idler → 1 pump");
  await expect(page.getByLabel("Note", { exact: true })).toHaveValue("Fibre");
  // Steps back are still those of this recording.
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();
  await show(page, "b.tags");
  await expect.poll(() => page.url()).toMatch(/range=0\.\.12\d{8}/u);
});

test("the recording that is drawn beside one stays beside it", async ({ page }) => {
  await page.goto("/");
  await drop(page, "a.tags", THREE);
  await drop(page, "b.tags", recording(twoChannels()));
  const compare = page.getByRole("button", { name: "Compare with a.tags" });
  await compare.click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(5);
  await show(page, "a.tags");
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(3);
  await show(page, "b.tags");
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(5);
  await expect(compare).toHaveAttribute("aria-pressed", "true");
  await show(page, "a.tags");
  await page.getByRole("button", { name: "Close b.tags" }).click();
  await expect(page.locator(".figure-rate .tv-line")).toHaveCount(3);
});

test("the tick is of one recording, is undone, and comes with the link", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto("/");
  await drop(page, "a.tags", THREE);
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
  const tick = page.locator("#tick");
  await drop(page, "b.tags", recording(twoChannels()));
  await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
  await type(page, "tick", "1 ns");
  await expect(page.locator("tr[data-channel='4'] td").nth(3)).toHaveText(/^4\.00\sms$/u);
  await expect.poll(() => new URL(page.url()).hash).toContain("tick=1+ns");
  const link = page.url();
  await show(page, "a.tags");
  await expect(tick).toHaveValue("156.25 ps");
  await show(page, "b.tags");
  await expect(tick).toHaveValue("1 ns");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tick).toHaveValue("156.25 ps");
  await expect(page.locator("tr[data-channel='4'] td").nth(3)).toHaveText(/^625\sµs$/u);

  // Another user with another stored tick.
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  try {
    const other = await context.newPage();
    await other.goto(link);
    await drop(other, "b.tags", recording(twoChannels()));
    await expect(other.locator("#tick")).toHaveValue("1 ns");
    await expect(other.locator("tr[data-channel='4'] td").nth(3)).toHaveText(/^4\.00\sms$/u);
    // A link sets nothing for other recordings.
    await drop(other, "a.tags", THREE);
    await expect(other.locator(".figure-g2 .tv-line")).toBeVisible();
    await expect(other.locator("#tick")).toHaveValue("156.25 ps");
  } finally {
    await context.close();
  }
});

/** Prepares the page to withhold the jobs that start after `watch()`; `openJobs()` counts those not cancelled. */
async function watched(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    const open = new Set<string>();
    const numbers = new Map<Worker, number>();
    let isWatched = false;
    Worker.prototype.postMessage = function (message: unknown, ...rest: unknown[]) {
      const number = numbers.get(this) ?? numbers.size;
      numbers.set(this, number);
      const { type, job, jobs = [] } = message as { type: string; job?: number; jobs?: number[] };
      for (const one of jobs) open.delete(`${number}:${one}`);
      // A started job waits until the test ends.
      if (isWatched && type === "start") open.add(`${number}:${job}`);
      else Reflect.apply(post, this, [message, ...rest]);
    };
    Object.assign(window, {
      watch: () => {
        isWatched = true;
        open.clear();
      },
      passOn: () => {
        isWatched = false;
      },
      openJobs: () => open.size,
    });
  });
}

const openJobs = (page: Page): Promise<number> => page.evaluate("openJobs()");

const LEAVING: readonly [how: string, leave: (page: Page) => Promise<void>][] = [
  ["another recording is shown", (page) => show(page, "b.tags")],
  ["it is closed", (page) => page.getByRole("button", { name: "Close a.tags" }).click()],
  ["an offset header is shown", (page) => press(page, "h")],
];

for (const [how, leave] of LEAVING)
  test(`the workers' queries of a recording are cancelled when ${how}`, async ({ page }) => {
    await watched(page);
    await page.goto("/");
    await drop(page, "b.tags", recording(twoChannels()));
    await expect.poll(() => counts(page)).toEqual({ "4": "1,600", "9": "160" });
    await settled(page);
    await drop(page, "a.tags", THREE);
    await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
    await settled(page);
    await page.evaluate("watch()");
    await type(page, "Range to", "5 ms");
    await page.getByLabel("Range to", { exact: true }).blur();
    await expect.poll(() => openJobs(page)).toBeGreaterThan(0);
    await page.evaluate("passOn()");
    await leave(page);
    await expect.poll(() => openJobs(page)).toBe(0);
  });

test("the workers' queries of a recording beside another one are cancelled when it is not compared any more", async ({
  page,
}) => {
  await watched(page);
  await page.goto("/");
  await drop(page, "a.tags", THREE);
  await drop(page, "b.tags", recording(twoChannels()));
  await type(page, "Range to", "0.2 s");
  await settled(page);
  const compare = page.getByRole("button", { name: "Compare with a.tags" });
  await page.evaluate("watch()");
  await compare.click();
  await expect.poll(() => openJobs(page)).toBeGreaterThan(0);
  await page.evaluate("passOn()");
  await compare.click();
  await expect.poll(() => openJobs(page)).toBe(0);
});

/** Links that no page has written. */
const HOSTILE = [
  "rate=0..1e300",
  "rate=-1e300..1",
  "rate=0..1e-300",
  "gaps=-1..1",
  "decay=0..1e300&clocked=1,2",
  "range=0..99999999999999999999",
  "range=0..9223372036854775807",
  "at=9223372036854775807",
  "g2=-9999999999999999999..9999999999999999999",
  "g2=-1152921504606846975..1152921504606846975&bin=1",
  "log=1&g2=-5..100",
  "bin=99999999999999999999&ratebin=99999999999999999999",
  "period=1e300",
  "period=1e-300",
  "window=9223372036854775807",
  "delays=1:9223372036854775807,2:-9223372036854775808",
  "clocked=99999999999999999999,2,1e300,9223372036854775807",
  `patterns=${Array.from({ length: 3000 }, (_, k) => `1,2,${k + 3}`).join(";")}`,
  `patterns=${Array.from({ length: 40 }, (_, k) => k).join(",")}`,
  "tick=9999999999999999999999999999999s",
  "tick=0.0000000000000000000000000000001fs",
  "pair=99999999999999999999,1",
];

test("every query is answered for any link", async ({ page }) => {
  await page.goto(`/#v=1&${HOSTILE[0]}`);
  await drop(page, "three.tags", THREE);
  await expect(page.locator(".figure-matrix .tv-cell")).toHaveCount(6);
  for (const key of HOSTILE)
    await test.step(key.slice(0, 60), async () => {
      await followed(page, `v=1&${key}`);
      await settled(page);
      await expect.poll(() => counts(page)).toMatchObject({ "1": "2,000" });
      // Invalid parts are named; nothing else is wrong.
      const alerts = page.getByRole("alert").filter({ visible: true, hasNotText: "Ignored in the link" });
      await expect(alerts).toHaveCount(0);
      for (const figure of ["rate", "gaps", "g2"]) {
        await expect(page.locator(`.figure-${figure} .tv-axis-x text`).first()).toBeAttached();
        const drawn = await page.locator(`.figure-${figure} .chart`).innerHTML();
        expect(drawn, figure).not.toMatch(/NaN|Infinity/u);
      }
    });
});
