import type { Page } from "@playwright/test";
import { expect, large, test } from "./fixtures";

/** Installs `window.timed`: runs an action, and returns the time until every chart shows the answer. */
function install(): void {
  const busy = (): boolean => document.querySelector('[aria-busy="true"]') !== null;
  Object.assign(window, {
    timed: (act: () => void) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error("The charts did not change within a minute.")), 60_000);
        let drawn = 0;
        let settled: ReturnType<typeof setTimeout> | undefined;
        const watcher = new MutationObserver((records) => {
          const isChart = ({ type, target }: MutationRecord) =>
            type === "childList" && target instanceof Element && target.matches(".chart");
          if (records.some(isChart)) drawn = performance.now();
          if (drawn === 0 || busy()) return;
          clearTimeout(settled);
          // A result may arrive before the pending state was drawn: nothing more is drawn then.
          settled = setTimeout(() => {
            if (busy()) return;
            watcher.disconnect();
            resolve(drawn - began);
          }, 300);
        });
        watcher.observe(document.body, { subtree: true, childList: true, attributeFilter: ["aria-busy"] });
        const began = performance.now();
        act();
      }),
    write: (name: string, text: string) => {
      const box = document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`);
      if (!box) throw new Error(`There is no box ${name}.`);
      box.value = text;
      box.dispatchEvent(new Event("change", { bubbles: true }));
    },
    cell: (a: number, b: number) => {
      const cell = document.querySelector(`.tv-cell[data-a="${a}"][data-b="${b}"] rect`);
      const { x = 0, y = 0, width = 0, height = 0 } = cell?.getBoundingClientRect() ?? {};
      const [clientX, clientY] = [x + width / 2, y + height / 2];
      cell?.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
    },
  });
}

/** Milliseconds until the page answered a change that is written as the script of a button would be. */
const timed = (page: Page, script: string): Promise<number> =>
  page.evaluate(`window.timed(() => { ${script} })`);

const median = (times: number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

test("ten million tags: a changed bin, pair, window or range is answered soon, and loading leaves the page free", {
  tag: "@timed",
}, async ({ page }) => {
  test.setTimeout(600_000);
  const file = large();
  await page.addInitScript(() => {
    const tasks: { startTime: number; duration: number }[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
    }).observe({ entryTypes: ["longtask"] });
  });
  await page.addInitScript(install);
  await page.goto("/");
  // Tasks are reported late: those of the page's own start do not count.
  const since = await page.evaluate<number>("performance.now()");
  const began = Date.now();
  await page.setInputFiles("#picker", file);
  await expect(page.locator("#live")).toContainText("is read", { timeout: 120_000 });
  const loaded = Date.now() - began;
  const tasks = await page.evaluate<{ startTime: number; duration: number }[]>("window.tasks");
  const long = tasks.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration);
  console.log(
    `loading: ${loaded} ms, ${long.length} tasks over 50 ms, the longest ${Math.max(0, ...long).toFixed(0)} ms`,
  );
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 120_000 });
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();

  const channels = await page.$$eval("table.channels tbody tr", (rows) =>
    rows.map((row) => Number(row.getAttribute("data-channel"))),
  );
  const [a, b] = channels;
  const changes = {
    bin: [3, 5, 7, 9, 11].map((bin) => `write("Bin width", "${bin} ticks")`),
    pair: [
      [a, a],
      [a, b],
      [b, b],
      [a, b],
      [a, a],
    ].map(([one, other]) => `cell(${one}, ${other})`),
    window: [10, 20, 40, 80, 160].map((window) => `write("Coincidence window", "${window} ticks")`),
    range: [25, 20, 15, 10, 5].map((end) => `write("Range to", "${end} s")`),
  };
  const times: Record<string, number[]> = {};
  for (const [kind, scripts] of Object.entries(changes)) {
    // A window is of a pair of different channels.
    if (kind === "window") await timed(page, `cell(${a}, ${b})`);
    times[kind] = [];
    for (const script of scripts) times[kind].push(await timed(page, script));
    console.log(`${kind}: ${times[kind].map((time) => `${time.toFixed(0)} ms`).join(", ")}`);
  }
  const all = Object.values(times).flat();
  console.log(
    `20 changes: median ${median(all).toFixed(0)} ms, the longest ${Math.max(...all).toFixed(0)} ms`,
  );
  expect(all).toHaveLength(20);
  // Generous: the goal is 100 ms each, on a machine that does nothing else.
  expect(median(all)).toBeLessThan(1000);
  expect(Math.max(0, ...long)).toBeLessThan(500);
});
