/** All kinds of input to the page, and viewing several runs. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { drop, expect, press, test } from "./fixtures";
import { recording, threeChannels, twoChannels } from "./recording";

const two = () => recording(twoChannels());
const three = () => recording(threeChannels());
const pick = (name: string, buffer: Buffer) => ({ name, mimeType: "", buffer });

/** Pastes a text onto the page, or into the selected element. */
function paste(page: Page, text: string, selector = "body"): Promise<void> {
  return page.locator(selector).evaluate((target, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test("a header that is pasted anywhere is opened, and other text is refused", async ({ page }) => {
  await page.goto("/");
  await paste(page, "hello world");
  await expect(page.getByRole("alert")).toContainText("“hello world” is not an offset header.");
  await expect(page.getByRole("alert")).toContainText("tagview opens recordings of time tags");
  await drop(page, "two.tags", two());
  await expect(page.locator(".notice")).toBeHidden();
  // Text pasted into a box stays in the box.
  await paste(page, "v1=0:5,1:6", "input[aria-label='Coincidence window']");
  await expect(page.locator(".card h2")).toHaveText("two.tags");
  await paste(page, "X-Read-Consistency-Offsets: v1=0:7,1:9");
  await expect(page.locator("table.partitions tbody td")).toHaveText(["7", "9"]);
});

test("text with a header far from its beginning opens as a header", async ({ page }) => {
  await page.goto("/");
  const text = `${"# a line of a log\n".repeat(6000)}> X-Read-Consistency-Offsets: v1=0:7,1:9\n`;
  await drop(page, "log.txt", Buffer.from(text));
  await expect(page.locator("table.partitions tbody td")).toHaveText(["7", "9"]);
});

test("prose in the box for a header is rejected with one sentence", async ({ page }) => {
  await page.goto("/");
  await press(page, "h");
  await expect(page.getByLabel("A header to read")).toBeFocused();
  await page.keyboard.insertText("hello world");
  await expect(page.locator("#header-error")).toContainText("“hello world” is not an offset header.");
  await expect(page.locator("table.partitions")).toBeHidden();
  await page.getByLabel("A header to read").fill("v1=0:7,1:9");
  await expect(page.locator("table.partitions tbody td")).toHaveText(["7", "9"]);
});

test("after two quick drops of files, the last file is shown", async ({ page }) => {
  // The code that recognises an offset header arrives late; the code for recordings is loaded.
  await page.route("**/*tagview_more*.wasm", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.goto("/");
  await drop(page, "header.txt", Buffer.from("v1=0:7,1:9"));
  await drop(page, "two.tags", two());
  await expect(page.locator(".file-list .file")).toHaveText(["header.txt", "two.tags"]);
  await expect(page.locator(".card h2")).toHaveText("two.tags");
});

for (const [what, bytes, sentence] of [
  ["an empty file", "", "This file is empty"],
  ["a text", "hello world", "This is text, not a recording of time tags"],
] as const)
  test(`of ${what} there is one message, and no empty panel`, async ({ page }) => {
    await page.goto("/");
    await drop(page, "a.tags", Buffer.from(bytes));
    await expect(page.locator(".nothing")).toContainText(sentence);
    await expect(page.locator(".nothing")).toContainText("tagview opens recordings of time tags");
    await expect(page.locator(".panel:visible")).toHaveCount(0);
    await drop(page, "two.tags", two());
    await expect(page.locator(".figure-rate .tv-line")).toHaveCount(2);
    await expect(page.locator(".nothing")).toBeHidden();
  });

test("the first readable one of several files is shown", async ({ page }) => {
  await page.goto("/");
  const note = pick("notes.txt", Buffer.from("hello world"));
  await page.setInputFiles("#picker", [note, pick("b.tags", two()), pick("c.tags", three())]);
  await expect(page.locator(".card h2")).toHaveText("b.tags");
  // The note is no run, and is named once.
  await expect(page.locator(".file-list .file")).toHaveText(["b.tags", "c.tags"]);
  const notice = page.locator(".notice p");
  await expect(notice).toHaveText("2 files opened; 1 of another kind left out: notes.txt.");
  // It covers nothing.
  const [content, message] = [
    await page.locator("main").boundingBox(),
    await page.locator(".notice").boundingBox(),
  ];
  expect((content?.y ?? 0) + (content?.height ?? 0)).toBeLessThanOrEqual(message?.y ?? Number.NaN);
  // It goes with its file.
  await page.getByRole("button", { name: "Close b.tags" }).click();
  await expect(notice).toBeHidden();
});

test("a link that cannot be followed is stated, an equal sentence once", async ({ page }) => {
  await page.goto("/#v=abc&pair=1,2");
  const notice = page.locator(".notice p");
  await expect(notice).toHaveText("The address has no link of tagview after its #. It is ignored.");
  await drop(page, "two.tags", two());
  await expect(notice).toBeHidden();
  for (const hash of ["#v=1&file=gone.tags&size=5", "#v=1&file=gone.tags&size=5&log=1"]) {
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
  }
  await expect(notice).toHaveText("The link is of gone.tags. Drop it here to see it. (2 times)");
});

/** A folder with two recordings, one of them in a folder within, and a note. */
function folder(root: string): string {
  mkdirSync(join(root, "runs", "late"), { recursive: true });
  writeFileSync(join(root, "runs", "run2.tags"), two());
  writeFileSync(join(root, "runs", "late", "run10.tags"), three());
  writeFileSync(join(root, "runs", "notes.txt"), "hello world");
  return join(root, "runs");
}

test("a dropped folder opens its recordings, and reports omitted files", async ({ page }, info) => {
  const path = folder(info.outputDir);
  await page.goto("/");
  const client = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await client.send("Input.dispatchDragEvent", { type, x: 300, y: 300, data });
  await expect(page.locator(".file-list .file")).toHaveText(["late/run10.tags", "run2.tags"]);
  await expect(page.locator(".notice")).toContainText(
    "2 files of the folder opened; 1 of another kind left out: notes.txt.",
  );
});

test("a picked folder opens the recordings in it", async ({ page }, info) => {
  await page.goto("/");
  await page.setInputFiles("#folder-picker", folder(info.outputDir));
  await expect(page.locator(".file-list .file")).toHaveText(["late/run10.tags", "run2.tags"]);
});

test("many files are recognised four at a time, do not delay the next drop, and can be cancelled", async ({
  page,
}, info) => {
  // Reading of the files of the folder waits for the test.
  await page.addInitScript(() => {
    const slice = Blob.prototype.slice;
    const waiting: (() => void)[] = [];
    let [isHeld, most] = [true, 0];
    Blob.prototype.slice = function (this: Blob, ...range: [number, number]) {
      const part = slice.apply(this, range);
      if (!(this instanceof File && this.name.startsWith("slow"))) return part;
      part.arrayBuffer = async () => {
        if (isHeld) {
          const released = new Promise<void>((resolve) => waiting.push(resolve));
          most = Math.max(most, waiting.length);
          await released;
        }
        return new Response(part).arrayBuffer();
      };
      return part;
    };
    Object.assign(window, {
      mostAtOnce: () => most,
      readOn: () => {
        isHeld = false;
        for (const release of waiting.splice(0)) release();
      },
    });
  });
  await page.goto("/");
  const runs = join(info.outputDir, "many");
  mkdirSync(runs, { recursive: true });
  for (let n = 10; n < 50; n += 1) writeFileSync(join(runs, `slow${n}.tags`), two());
  await page.setInputFiles("#folder-picker", runs);
  const progress = page.locator(".recognition");
  await expect(progress).toContainText("Checking 40 files: 0 done.");
  expect(await page.evaluate("mostAtOnce()")).toBe(4);
  await drop(page, "three.tags", three());
  await expect(page.locator(".card h2")).toHaveText("three.tags");
  await progress.getByRole("button", { name: "Cancel" }).click();
  await expect(progress.getByRole("button")).toHaveCount(0);
  // It ends although no read has been answered.
  await expect(page.locator(".notice")).toContainText(
    "Only 0 files of the folder were checked; it has more.",
  );
  await page.evaluate("readOn()");
  await expect(page.locator(".file-list .file")).toHaveCount(1);
  await expect(page.locator(".card h2")).toHaveText("three.tags");
});

test("twenty files scroll in their list, the current one in sight", async ({ page }) => {
  await page.goto("/");
  const name = (n: number) => `a_long_name_of_an_experiment_with_all_its_settings_run_${n}.tags`;
  await page.setInputFiles(
    "#picker",
    Array.from({ length: 20 }, (_, n) => pick(name(n), two())),
  );
  const list = page.locator(".file-list");
  await expect(list.locator(".file")).toHaveCount(20);
  const height = (await list.boundingBox())?.height ?? Number.POSITIVE_INFINITY;
  expect(height).toBeLessThan(0.35 * (page.viewportSize()?.height ?? 0));
  // Back over the list's beginning, to its last.
  await press(page, "p");
  await expect(page.locator(".card h2")).toHaveText(name(19));
  await expect(list.locator("[aria-current]")).toBeInViewport({ ratio: 0.9 });
  await expect(list.locator("[aria-current]")).toHaveAttribute("title", new RegExp(name(19), "u"));
  // The name is cut in its middle: its end is seen.
  await expect(list.locator("[aria-current] .long-name > :last-child")).toBeInViewport({ ratio: 0.9 });
});

test("all runs are in one table, sorted by any number, with differences and reasons", async ({ page }) => {
  await page.goto("/");
  const half = recording(threeChannels().slice(0, 3000));
  await page.setInputFiles("#picker", [
    pick("whole.tags", three()),
    pick("half.tags", half),
    pick("other.tags", two()),
    pick("empty.tags", Buffer.alloc(0)),
  ]);
  await expect(page.locator(".figure-g2 .tv-line").first()).toBeVisible();
  await page.getByRole("button", { name: "Table of all 4 runs" }).click();
  const table = page.locator(".run-table");
  const row = (name: string) => table.locator("tbody tr").filter({ hasText: `${name}.tags` });
  const cell = (name: string, column: string) => row(name).locator(`[data-column='${column}']`);
  await expect(cell("whole", "tags")).toHaveText("6,000");
  await expect(cell("half", "tags")).toHaveText("3,000−50 %");
  await expect(cell("half", "rate")).toContainText("same");
  // 26 ticks of 156.25 ps.
  await expect(cell("whole", "peak")).toHaveText(/^4\.06\d\sns$/u);
  await expect(cell("other", "car")).toHaveAttribute("title", "It has no tags of channel 1 and 2");
  await expect(cell("empty", "span")).toHaveAttribute("title", /This file is empty/u);
  await expect(row("empty").locator(".state")).toHaveAttribute("aria-label", /empty/u);
  await table.getByRole("button", { name: "tags", exact: true }).click();
  await expect(table.locator("tbody th")).toHaveText([/whole/u, /half/u, /other/u, /empty/u]);
  // Unknown values are last in both directions.
  for (const order of ["descending", "ascending"]) {
    await table.getByRole("button", { name: "peak" }).click();
    await expect(table.locator("[aria-sort]:not([aria-sort=none])")).toHaveAttribute("aria-sort", order);
    await expect(table.locator("tbody th").nth(2)).toHaveText(/other/u);
    await expect(table.locator("tbody th").nth(3)).toHaveText(/empty/u);
  }
  await row("half").click();
  await expect(page.locator(".card h2")).toHaveText("half.tags");
  await expect(page.locator(".figure-rate .tv-line").first()).toBeVisible();
});

test("the table's numbers equal those of the page, and a run that it has read is shown without another read", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Look at a sample" }).click();
  await page.setInputFiles("#picker", [pick("other.tags", two())]);
  await page.getByRole("button", { name: "sample.tags.zst", exact: true }).click();
  // While a run is read, its numbers cover the part read so far.
  await expect(page.locator(".status-text")).toContainText("read in");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const car = page.locator("table.coincidences td").nth(3);
  await expect(car).toHaveText(/\d ±/u);
  await press(page, "a");
  const own = page.locator(".run-table tbody tr[aria-current] [data-column='car']");
  await expect(own).toHaveText((await car.textContent()) ?? "");
  await press(page, "a");
  await expect(car).toBeVisible();
  await expect(page.locator(".run-table")).toBeHidden();
});

test("a recent file is opened again with a click, and can be forgotten", async ({ page }) => {
  // The page's private file system replaces the user's: its handles are stored in the same way.
  await page.addInitScript(() => {
    Object.assign(window, {
      showOpenFilePicker: async () => {
        const folder = await navigator.storage.getDirectory();
        return [await folder.getFileHandle("two.tags")];
      },
    });
  });
  await page.goto("/");
  await page.evaluate(
    async (bytes) => {
      const folder = await navigator.storage.getDirectory();
      const writable = await (await folder.getFileHandle("two.tags", { create: true })).createWritable();
      await writable.write(Uint8Array.from(bytes));
      await writable.close();
    },
    [...two()],
  );
  await expect(page.getByText("Recent files")).toHaveCount(0);
  await page.getByRole("button", { name: "Choose a file" }).click();
  await expect(page.locator(".card h2")).toHaveText("two.tags");
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem("tagview") ?? "{}").recent))
    .toBe(1);
  await page.goto("about:blank");
  await page.goto("/");
  await page.getByRole("button", { name: "Open two.tags again" }).click();
  await expect(page.locator(".card h2")).toHaveText("two.tags");
  await page.goto("about:blank");
  await page.goto("/");
  await page.getByRole("button", { name: "Forget these" }).click();
  await expect(page.getByText("Recent files")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Choose a file" })).toBeVisible();
  await expect(page.getByText("Recent files")).toHaveCount(0);
});

test("memory for tags follows the machine's, unless it was chosen", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "deviceMemory", { value: 4 }));
  await page.goto("/");
  await press(page, "?");
  await expect(page.getByLabel("Memory for decoded tags")).toHaveValue("1000");
  await page.getByLabel("Memory for decoded tags").fill("300");
  await page.getByLabel("Memory for decoded tags").press("Enter");
  await page.reload();
  await press(page, "?");
  await expect(page.getByLabel("Memory for decoded tags")).toHaveValue("300");
});
