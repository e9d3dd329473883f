import { drop, expect, test } from "./fixtures";

const HEADER = "v1=2:300,0:100,1:-1,10:9223372036854775807";

test("a pasted header shows its partitions, sorted by either column, and a chart", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Paste a header" }).click();
  await page.getByLabel("A header to read").fill(`X-Read-Consistency-Offsets: ${HEADER}`);
  const rows = page.locator("table.partitions tbody tr");
  await expect(rows).toHaveCount(4);
  await expect(rows.locator("th")).toHaveText(["0", "1", "2", "10"]);
  await expect(rows.locator("td")).toHaveText(["100", "empty (-1)", "300", "9,223,372,036,854,775,807"]);
  await page.getByRole("button", { name: "offset", exact: true }).click();
  await expect(rows.locator("th")).toHaveText(["1", "0", "2", "10"]);
  await page.getByRole("button", { name: "offset", exact: true }).click();
  await expect(rows.locator("th")).toHaveText(["10", "2", "0", "1"]);
  await expect(page.locator(".figure-offsets .tv-dots")).toHaveCount(1);
  await expect(page.locator(".header-input")).toContainText("text v1");
  await expect.poll(() => page.url()).toContain("page=header");
});

test("a v2 header shows each cluster's offset of each compartment's partition", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill("v2=0/0:5;7,1/0:9");
  await expect(page.locator("table.partitions tbody th")).toHaveText([
    "0/0, cluster 0",
    "0/0, cluster 1",
    "1/0",
  ]);
  await expect(page.locator("table.partitions tbody td")).toHaveText(["5", "7", "9"]);
});

test("an input that is not a header gets a sentence", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill("hello");
  await expect(page.locator("#header-error")).toHaveText(/\w{3,}.*\./u);
});

/** The published evaluation's offsets, or others. */
function header(partitions: number, offset = (i: number) => 2n ** 63n - 1n - BigInt(i)): string {
  return `v1=${Array.from({ length: partitions }, (_, i) => `${i}:${offset(i)}`).join(",")}`;
}

test("one far partition leaves the others their axis, and is named", async ({ page }) => {
  await page.goto("/");
  await drop(
    page,
    "far.txt",
    Buffer.from(header(2000, (i) => (i === 7 ? 10n ** 15n : 1000n + BigInt(i % 50)))),
  );
  const panel = page.locator(".figure-offsets");
  await expect(panel.locator(".tv-off")).toHaveText("off the scale: 7 at 1,000,000,000,000,000");
  await page.getByRole("button", { name: "About Offset by partition" }).click();
  await expect(page.getByRole("dialog", { name: "About Offset by partition" })).toContainText(
    "may be outliers",
  );
});

test("a long header is decoded in a worker, a short one at once", async ({ page }) => {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    let decoded = 0;
    Worker.prototype.postMessage = function (message: unknown, ...rest: unknown[]) {
      if ((message as { task?: { format: string } }).task?.format === "offsets") decoded += 1;
      Reflect.apply(post, this, [message, ...rest]);
    };
    Object.assign(window, { decodedInWorkers: () => decoded });
  });
  await page.goto("/");
  await drop(page, "short.txt", Buffer.from(header(500)));
  await expect(page.locator(".facts.wide")).toContainText("500");
  expect(await page.evaluate("decodedInWorkers()")).toBe(0);
  await drop(page, "long.txt", Buffer.from(header(20_000)));
  await expect(page.locator(".facts.wide")).toContainText("20,000");
  expect(await page.evaluate("decodedInWorkers()")).toBeGreaterThan(0);
  await expect(page.locator("table.partitions tbody td").first()).toHaveText("9,223,372,036,854,775,807");
});

/** The output of `curl -v`. */
function dump(value: string): string {
  return [
    "* Connected to mimir (127.0.0.1) port 8080",
    "> GET /prometheus/api/v1/query?query=up HTTP/1.1",
    "> Host: mimir:8080",
    "> X-Read-Consistency: strong",
    `> X-Read-Consistency-Offsets: ${value}`,
    ">",
    "< HTTP/1.1 200 OK",
    "",
  ].join("\n");
}

test("two pasted dumps name the partition that moved furthest", async ({ page }) => {
  const offset = (i: number): bigint => 18_000_000n + BigInt((i * 7919) % 90_000);
  const behind = (i: number): bigint => (i === 617 ? 48_213n : BigInt(i % 10));
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill(dump(header(1000, offset)));
  await expect(page.locator(".header-input")).toContainText("strong");
  await expect(page.locator(".figure-progress")).toBeHidden();
  const second = header(999, (i) => offset(i) + behind(i));
  await page.getByLabel("A second header to compare with").fill(dump(second));
  await expect(page.locator(".progress-furthest")).toHaveText("Partition 617 moved furthest, by 48,213.");
  // 0 to 9 a hundred times (4,500) less the missing one's 9; 617 has 48,213 in place of 7.
  await expect(page.locator(".progress-summary")).toContainText(
    "999 partitions are in both: median progress 4, 52,697 in all.",
  );
  const incidents = page.getByRole("list", { name: "What happened" }).getByRole("listitem");
  await expect(incidents).toHaveText([
    "100 partitions stood still: 0; 10; 20; 30; 40; 50; 60; 70; 80; 90; 100; 110; and 88 more.",
    "Partition 999 is missing in the second header.",
  ]);
  await expect(page.locator(".figure-progress .tv-worst")).toHaveText("617: 48,213 (off the scale)");
  const rows = page.locator("table.partitions tbody tr:not(.blank)");
  await expect(rows.nth(0).locator("th")).toHaveText("617");
  await expect(rows.nth(0).locator("td").first()).toHaveText("48,213");
  await expect(rows.nth(1).locator("td").first()).toHaveText("9");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.locator(".figure-progress")).toBeHidden();
  await expect(rows).toHaveCount(0);
});

test("a header that a proxy cut at 8,192 bytes is reported as cut", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  const line = `X-Read-Consistency-Offsets: ${header(1000)}`.slice(0, 8192);
  await page.getByLabel("A header to read").fill(line);
  const finding = page.locator(".findings .error");
  await expect(finding).toHaveCount(1);
  await expect(finding).toContainText("8192 bytes long, and proxies cut headers at 8192 (8 kB)");
  await expect(finding.locator("mark")).toHaveText(/^344:\d+$/u);
  // The place is marked in the box as well, and a click selects it there.
  await expect(page.locator(".marks mark.error")).toHaveText(/^344:\d+$/u);
  await finding.getByRole("button").click();
  const selected = await page
    .getByLabel("A header to read")
    .evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd));
  expect(selected).toMatch(/^344:\d+$/u);
});

test("places are right behind characters of several bytes", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill("größe 🦀\nX-Read-Consistency-Offsets: v1=0:5,1:x");
  await expect(page.locator(".findings .error mark").first()).toHaveText("1:x");
});

test("a partition that fell back leads, whichever header came first", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  const later = "v1=0:25000,1:7,2:4007,3:25,6:30001";
  const earlier = "v1=0:50000,1:7,2:10,3:20,6:30000";
  await page.getByLabel("A header to read").fill(later);
  await page.getByLabel("A second header to compare with").fill(earlier);
  await expect(page.locator(".progress-order")).toContainText(
    "The first header is ahead in 3 partitions, the second one in 1: swap them if the first one is the later.",
  );
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(page.locator(".progress-order")).toContainText("The second header is the later one.");
  const incidents = page.getByRole("list", { name: "What happened" }).getByRole("listitem");
  await expect(incidents).toHaveText(["Partition 0 went backwards by 25,000.", "Partition 1 stood still."]);
  await expect(page.locator(".figure-progress .tv-worst")).toHaveText(["2: 3,997", "0: -25,000"]);
  await expect(page.locator("table.partitions tbody tr:not(.blank)").first()).toContainText("-25,000");
  await expect(page.getByLabel("A header to read")).toHaveValue(earlier);
});

test("another header is shown whole, however far the one before was zoomed in", async ({ page }) => {
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill(header(1000));
  const plot = page.locator(".figure-offsets .plot");
  const ticks = page.locator(".figure-offsets .tv-axis-x text");
  await expect(page.locator(".figure-offsets .tv-dots")).toHaveCount(1);
  const whole = await ticks.allTextContents();
  await plot.focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("+");
  await expect.poll(() => ticks.allTextContents()).not.toEqual(whole);
  await page.getByLabel("A header to read").fill(header(1000, (i) => BigInt(i)));
  await expect.poll(() => ticks.allTextContents()).toEqual(whole);
});

test("the seven encodings have lengths and copies", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill(header(1000));
  await page.getByRole("button", { name: "Show the encodings" }).click();
  const rows = page.locator("table.encodings tbody tr");
  await expect(rows.locator("td:nth-child(2)")).toHaveText([
    "23,889",
    "15,916",
    "7,960",
    "5,364",
    "16,000",
    "10,676",
    "5,356",
  ]);
  await page.getByRole("button", { name: "Copy as offsets-fixed-snappy" }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toMatch(/^[\w+/=]{5356}$/u);
  // The copied text is a header again.
  await page.getByLabel("A header to read").fill(await clipboard());
  await page.getByLabel("Read as").selectOption("offsets-fixed-snappy");
  await expect(page.locator("table.partitions tbody td").first()).toHaveText("9,223,372,036,854,775,807");
  // An encoding without partition numbers can't hold partition 1 alone.
  await page.getByLabel("Read as").selectOption("");
  await page.getByLabel("A header to read").fill("v1=1:5");
  await expect(page.getByRole("button", { name: "Copy as offsets-fixed-snappy" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Copy as pairs-fixed", exact: true })).toBeEnabled();
});

test("a hundred thousand partitions stay smooth", { tag: "@timed" }, async ({ page }) => {
  await page.goto("/#v=1&page=header");
  const offset = (i: number): bigint => 18_000_000n + BigInt((i * 7919) % 90_000);
  await page.getByLabel("A header to read").fill(header(100_000, offset));
  await page
    .getByLabel("A second header to compare with")
    .fill(header(100_000, (i) => offset(i) + BigInt(i)));
  await expect(page.locator(".progress-furthest")).toContainText(
    "Partition 99,999 moved furthest, by 99,999",
  );
  const rows = page.locator("table.partitions tbody tr:not(.blank)");
  expect(await rows.count()).toBeLessThan(200);
  // Scrolls from top to bottom, one step per frame: half of the frames come at once, and none takes long.
  const frames = await page.locator(".partition-panel .scroller").evaluate(async (node) => {
    const took: number[] = [];
    let last = performance.now();
    for (let step = 0; step <= 60; step += 1) {
      node.scrollTop = (node.scrollHeight * step) / 60;
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      took.push(now - last);
      last = now;
    }
    return took.sort((a, b) => a - b);
  });
  console.log(`frames: median ${frames[30]?.toFixed(1)} ms, longest ${frames[60]?.toFixed(1)} ms`);
  expect(frames[30]).toBeLessThan(200);
  expect(frames[60]).toBeLessThan(2000);
  await expect(rows.last().locator("th")).toHaveText("0");
  await expect(rows.last()).toHaveAttribute("aria-rowindex", "100001");
  // Rows are at the positions for which the blank rows leave space.
  const [bottom, end] = await rows
    .last()
    .evaluate((row) => [
      row.getBoundingClientRect().bottom,
      row.closest(".scroller")?.getBoundingClientRect().bottom ?? 0,
    ]);
  expect(Math.abs((bottom ?? 0) - (end ?? 0))).toBeLessThan(3);
});

test("two opened headers are compared with a click, and swapped", async ({ page }) => {
  await page.goto("/");
  const file = (value: string): Buffer => Buffer.from(dump(value));
  await drop(page, "before.txt", file("v1=0:5,1:10"));
  await drop(page, "after.txt", file("v1=0:5,1:1010"));
  const after = page.getByRole("button", { name: "after.txt", exact: true });
  await expect(after).toHaveAttribute("aria-current");
  await page.getByRole("button", { name: "before.txt", exact: true }).click();
  await page.getByRole("button", { name: "Compare with after.txt" }).click();
  const furthest = page.locator(".progress-furthest");
  await expect(furthest).toHaveText("Partition 1 moved furthest, by 1,000.");
  await expect(page.locator("table.partitions tbody td").first()).toHaveText("1,000");
  await page.getByRole("button", { name: "Swap" }).click();
  await expect(page.locator(".progress-order")).toContainText("The first header is the later one");
  // It is the other file that is shown, not this one with the other's text.
  await expect(page.locator(".file-list [aria-current]")).toHaveAttribute("aria-label", "after.txt");
  await page.getByRole("button", { name: "Compare with before.txt" }).click();
  await expect(page.locator(".figure-progress")).toBeHidden();
});
