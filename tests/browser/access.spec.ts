import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { repositoryFiles, writeFiles } from "../support/icechunk";
import { indexHeader, numbered } from "../support/index-headers";
import { findings } from "./axe";
import { drop, expect, press, test } from "./fixtures";
import { recording, threeChannels } from "./recording";

const THREE = () => recording(threeChannels());

/** The recording of `threeChannels`, in which tags 2,000 to 2,002 are earlier than those before them. */
function disordered(): Buffer {
  const tags = threeChannels();
  const late = tags.map(
    ([time, channel], at) => [at > 1999 && at < 2003 ? time / 2n : time, channel] as const,
  );
  return recording(late);
}

async function opened(page: Page): Promise<void> {
  await page.goto("/");
  await drop(page, "three.tags", THREE());
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).toHaveCount(1);
  await expect(page.locator(".figure-g2 .tv-line")).toBeVisible();
}

/** Opens two recordings; the first is shown. */
async function openedTwo(page: Page): Promise<void> {
  await page.goto("/");
  await page.setInputFiles("#picker", [
    { name: "before.tags", mimeType: "", buffer: recording(threeChannels().slice(0, 3000)) },
    { name: "after.tags", mimeType: "", buffer: THREE() },
  ]);
  await expect(page.locator(".figure-g2 .tv-line")).toHaveCount(1);
}

/** Pointers' targets that are narrower or lower than 24 px; of a switch, its label is one too. */
function smallTargets(page: Page): Promise<string[]> {
  return page
    .locator('a[href]:not(.skip), button, input:not([type="file"]), select, textarea, summary')
    .filter({ visible: true })
    .evaluateAll((nodes) =>
      nodes.flatMap((node) => {
        const { width, height } = (
          node.closest("label:has([role='switch'])") ?? node
        ).getBoundingClientRect();
        const name = node.getAttribute("aria-label") ?? node.textContent;
        // A hundredth of a pixel may be lost in the layout.
        return width >= 23.99 && height >= 23.99 ? [] : [`${name}: ${width} x ${height}`];
      }),
    );
}

/** A repository by hand, in a folder of the machine's temporary ones. */
function repositoryFolder(): string {
  return writeFiles(mkdtempSync(join(tmpdir(), "tagview-")), repositoryFiles());
}

const states: Record<string, (page: Page) => Promise<void>> = {
  "the start page": async (page) => void (await page.goto("/")),
  "a recording": opened,
  "single tags and cursors": async (page) => {
    await opened(page);
    for (const chart of ["rate", "correlation"])
      await page.getByRole("button", { name: `Cursors of the ${chart}`, exact: true }).click();
    await page.getByRole("button", { name: "Show Single tags" }).click();
    await expect(page.locator(".single-tags-body tbody tr").first()).toBeVisible();
  },
  "tags one by one in the rate chart": async (page) => {
    await page.goto("/#v=1&rate=0.01..0.011");
    await drop(page, "three.tags", THREE());
    await expect(page.locator(".figure-rate .tv-ticks")).toBeVisible();
  },
  "a damaged recording": async (page) => {
    await page.goto("/");
    await drop(page, "damaged.tags", disordered());
    await expect(page.getByRole("region", { name: "Damage", exact: true })).toBeVisible();
    await expect(page.locator(".status-text")).toContainText("read in");
  },
  "an empty file": async (page) => {
    await page.goto("/");
    await drop(page, "empty.tags", Buffer.alloc(0));
    await expect(page.locator("#main")).toContainText(/empty|no bytes/u);
  },
  "a page for offset headers, empty": async (page) => {
    await page.goto("/#v=1&page=header");
    await expect(page.getByLabel("A header to read")).toBeVisible();
  },
  "two offset headers": async (page) => {
    await page.goto("/#v=1&page=header");
    await page.getByLabel("A header to read").fill("v1=2:300,0:100,1:-1,10:9000");
    await page.getByLabel("A second header to compare with").fill("v1=2:310,0:90,1:4,11:9000");
    await expect(page.locator(".figure-offsets .tv-dots")).toHaveCount(1);
  },
  "headers over time": async (page) => {
    await page.goto("/#v=1&page=header");
    const lines = [0, 1, 2].map((k) => `v1=0:${9 * k},1:${8 * k},2:${10 * k},3:${9 - k},4:7,5:${k},6:-1`);
    await page.getByLabel("A header to read").fill(lines.join("\n"));
    await page.getByLabel("A second header to compare with").fill("v1=0:30,1:30,2:30,3:30");
    await expect(page.getByRole("list", { name: "Verdict" })).toBeVisible();
  },
  "an index-header": async (page) => {
    await page.goto("/");
    const labels = { env: ["dev", "prod"], instance: numbered("10.0.0.1:", 700), job: ["api", "db"] };
    await drop(page, "block", indexHeader(labels));
    await expect(page.locator("table.values tbody tr:not(.blank)").first()).toBeVisible();
  },
  "a text file that does not state its columns": async (page) => {
    await page.goto("/");
    await drop(page, "which.csv", Buffer.from("1,2\n2,3\n"));
    await expect(page.getByRole("form", { name: "Columns of the text" })).toBeVisible();
    await expect(page.getByLabel("First lines of the text")).toBeVisible();
  },
  "an Icechunk repository": async (page) => {
    await page.goto("/");
    await page.setInputFiles("#folder-picker", repositoryFolder());
    await expect(page.locator(".figure-chunk-grid .tv-cells")).toBeVisible();
  },
  "an open menu": async (page) => {
    await opened(page);
    await page.locator(".figure-g2 .menu-place > button").click();
    await expect(page.locator(".figure-g2 .menu")).toBeVisible();
  },
  "an open explanation": async (page) => {
    await opened(page);
    await page.getByRole("button", { name: "About Correlation" }).first().click();
    await expect(page.locator(".explanation:popover-open")).toBeVisible();
  },
  "the list of shortcuts": async (page) => {
    await opened(page);
    await press(page, "?");
    await expect(page.locator("dialog")).toBeVisible();
  },
  "two recordings, compared": async (page) => {
    await openedTwo(page);
    await page.getByRole("button", { name: "Compare with after.tags" }).click();
    await expect(page.locator(".figure-g2 .tv-second")).toHaveCount(1);
  },
  "the table of all runs": async (page) => {
    await openedTwo(page);
    await page.getByRole("button", { name: "Table of all 2 runs" }).click();
    await expect(page.locator(".run-table td[data-column='peak']").last()).toHaveText(/ns/u);
  },
  "a refused text": async (page) => {
    await opened(page);
    await page.getByLabel("Coincidence window").fill("nonsense");
    await page.getByLabel("Coincidence window").press("Enter");
    await expect(page.getByRole("alert").filter({ visible: true })).toContainText("is not a time");
  },
  "hidden channels, a range, all panels": async (page) => {
    await opened(page);
    await page.getByRole("switch", { name: "Channel 3" }).click();
    await page.getByLabel("Range to").fill("10 ms");
    await page.getByLabel("Range to").press("Enter");
    for (const panel of ["Stability of the rates", "Lifetime", "Ranges and notes"])
      await page.getByRole("button", { name: `Show ${panel}` }).click();
    await page.getByLabel("Name of the range").fill("dark");
    await page.getByLabel("Name of the range").press("Enter");
    await expect(page.getByRole("button", { name: "dark", exact: true })).toBeVisible();
    await expect(page.locator(".table-panel .chip").first()).toContainText("in the range");
  },
};

for (const [name, open] of Object.entries(states)) {
  test(`axe-core finds nothing in ${name}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: "light" });
    await open(page);
    expect.soft(await findings(page), "light").toEqual([]);
    expect.soft(await smallTargets(page), "light").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect.soft(await findings(page, "color-contrast"), "dark").toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    // The charts are drawn anew for the narrow page.
    await page.waitForTimeout(200);
    expect.soft(await findings(page), "390 px").toEqual([]);
    expect.soft(await smallTargets(page), "390 px").toEqual([]);
  });
}

test("forced colours keep switches, pressed buttons and chart labels distinguishable", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await opened(page);
  expect(await findings(page)).toEqual([]);
  const style = (of: Locator, what: string, pseudo = ""): Promise<string> =>
    of.evaluate((node, [what, pseudo]) => getComputedStyle(node, pseudo).getPropertyValue(what), [
      what,
      pseudo,
    ] as const);
  const ink = await style(page.locator("body"), "color");
  const paper = await style(page.locator("body"), "background-color");
  expect(ink).not.toBe(paper);
  expect(await style(page.locator(".figure-rate .tv-axis text").first(), "fill")).toBe(ink);
  const [on, off] = [1, 3].map((channel) => page.getByRole("switch", { name: `Channel ${channel}` }));
  if (!on || !off) throw new Error("There are no switches.");
  await off.click();
  expect(await style(on, "background-color")).not.toBe(await style(off, "background-color"));
  for (const toggle of [on, off])
    expect(await style(toggle, "background-color", "::after")).not.toBe(
      await style(toggle, "background-color"),
    );
  const [pressed, other] = ["Logarithmic bins of delay (l)", "Show g2 instead of counts (g)"].map((name) =>
    page.getByRole("button", { name }),
  );
  if (!pressed || !other) throw new Error("There are no buttons.");
  await pressed.click();
  expect(await style(pressed, "border-top-color")).not.toBe(await style(other, "border-top-color"));
  // Channels keep their distinct colours.
  const lines = page.locator(".figure-rate .tv-line");
  expect(await style(lines.nth(0), "stroke")).not.toBe(await style(lines.nth(1), "stroke"));
});

test("nothing moves if the system requests reduced motion", async ({ page }) => {
  await opened(page);
  const chart = page.locator(".figure-g2 .chart");
  const durations = () =>
    chart.evaluate((node) => {
      node.closest(".figure")?.setAttribute("aria-busy", "true");
      const { transitionDuration, animationName } = getComputedStyle(node);
      return [transitionDuration, animationName];
    });
  expect(await durations()).toEqual(["0.15s", "none"]);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await durations()).toEqual(["0s", "none"]);
});

test("text of twice the size, as set in the browser, is read whole without scrolling sideways", async ({
  page,
  context,
}) => {
  const browser = await context.newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.setViewportSize({ width: 1280, height: 900 });
  await openedTwo(page);
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("26px");
  const problems = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - innerWidth;
    const cut = [...document.querySelectorAll<HTMLElement>("button, select, label, h1, h2, th, dt, p, .chip")]
      .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen"))
      .filter((node) => {
        const { overflow, textOverflow } = getComputedStyle(node);
        // An ellipsis is allowed if the title holds the whole text.
        if (textOverflow === "ellipsis" && node.title !== "") return false;
        const isLow = node.scrollHeight > node.clientHeight + 2 && node.clientHeight > 0;
        const isNarrow = node.scrollWidth > node.clientWidth + 2 && node.clientWidth > 0;
        return (isLow && overflow !== "visible") || isNarrow;
      })
      .map((node) => node.outerHTML.slice(0, 160));
    return { wide, cut };
  });
  expect(problems).toEqual({ wide: 0, cut: [] });
});

test("the button that has the focus keeps it while another file is read", async ({ page }) => {
  await openedTwo(page);
  const compare = page.getByRole("button", { name: "Compare with after.tags" });
  await compare.focus();
  await drop(page, "third.tags", disordered());
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "third.tags", exact: true })).toHaveAttribute("aria-current");
  // Its condition is part of the list, which is drawn anew with it.
  await expect(page.locator(".file-row", { hasText: "third" }).locator("svg, .state")).toBeVisible();
  await expect(compare).toBeFocused();
});

test("the keyboard alone does for a whole session", async ({ page }) => {
  /** Presses Tab until the focused element has the name `name`. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let step = 0; step < 90; step += 1) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(() => {
        const at = document.activeElement;
        return at?.getAttribute("aria-label") ?? at?.textContent ?? "";
      });
      if (!name.test(label)) continue;
      // A user has to see the focus.
      const outline = await page.evaluate(() => {
        const at = document.activeElement;
        return at ? getComputedStyle(at).outlineStyle : "none";
      });
      expect(outline, label).not.toBe("none");
      return;
    }
    throw new Error(`Nothing called ${name} can be reached.`);
  }
  let file = { name: "before.tags", mimeType: "", buffer: recording(threeChannels().slice(0, 3000)) };
  // Set from the start: the browser may need time before it passes file choosers to the test.
  page.on("filechooser", (chooser) => void chooser.setFiles(file));
  async function type(text: string): Promise<void> {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  }

  // The browser's own picker can't be answered by a test; the plain box, which other browsers have, can.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
  await page.goto("/");
  await tabTo(/^Open$/u);
  await page.keyboard.press("Enter");
  await expect(page.locator("table.coincidences tbody:not(.remarks) tr")).toHaveCount(1);

  await press(page, "m");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.locator(".figure-g2 h2")).toHaveText("Correlation 1 → 3");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.locator(".figure-g2 h2")).toHaveText("Correlation 1 → 2");

  await tabTo(/^Range to$/u);
  await type("50000000 ticks");
  await expect(page.locator("table.channels tbody td").first()).toHaveText("501");
  await tabTo(/^Coincidence window$/u);
  await type("25 ticks");
  // Of five pairs one is 25 ticks apart: of 500, 100.
  await expect(page.locator("table.coincidences td").first()).toHaveText("100 ± 10");

  await page.keyboard.press("Escape");
  await tabTo(/^Open$/u);
  file = { name: "after.tags", mimeType: "", buffer: THREE() };
  await page.keyboard.press("Enter");
  await expect(page.locator(".card h2")).toHaveText("after.tags");
  await tabTo(/^Compare with before\.tags$/u);
  await page.keyboard.press("Enter");
  await expect(page.locator(".figure-g2 .tv-second")).toHaveCount(1);

  await tabTo(/^Export Correlation/u);
  await page.keyboard.press("Enter");
  await expect(page.locator(".figure-g2 .menu button").first()).toBeFocused();
  const waiting = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const saved = readFileSync(await (await waiting).path(), "utf8");
  expect(saved).toMatch(/^<svg/u);
  await expect(page.locator(".figure-g2 .menu")).toBeHidden();
});
