/** The page with hostile files and scripts: its scripts, requests and storage. */

import { readFileSync } from "node:fs";
import { test as bare, expect } from "@playwright/test";
import { drop, test } from "./fixtures";
import { recording, threeChannels, twoChannels } from "./recording";

/** Markup as a name, and as a header. */
const MARKUP = "<img src=x onerror='window.hurt = true'><b>bold</b>";

test("names and texts are never markup, and nothing is kept but settings, and headers for a reload", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await drop(page, `${MARKUP}.tags`.replaceAll("/", ""), recording(twoChannels()));
  await expect(page.locator(".card h2")).toContainText("<img src=x onerror=");
  await page.goto("/#v=1&page=header");
  await page.getByLabel("A header to read").fill(`v1=0:5,${MARKUP}`);
  await expect(page.locator("table.partitions tbody td")).toHaveText(["5"]);
  expect(await page.locator("img, body b").count()).toBe(0);
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  const kept = await page.evaluate(async () => ({
    hurt: "hurt" in window,
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  // Headers are kept for a reload of this tab.
  expect(kept).toMatchObject({ hurt: false, session: ["tagview headers"], caches: [], workers: 0 });
  expect(kept.local.filter((key) => key !== "tagview")).toEqual([]);
  // Only recent files are stored, and only if they have handles.
  expect(kept.databases.filter((name) => name !== "keyval-store")).toEqual([]);
  expect(await context.cookies()).toEqual([]);
});

bare("the policy runs no script of strangers and lets nothing out", async ({ page, baseURL }) => {
  await page.goto("./");
  const blocked = await page.evaluate(async (own) => {
    const violated: string[] = [];
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) =>
      violated.push(effectiveDirective),
    );
    const run = (attributes: Record<string, string>, text = "") => {
      const script = Object.assign(document.createElement("script"), attributes);
      script.textContent = text;
      document.head.append(script);
    };
    run({}, "window.hurt = true");
    run({ src: "data:text/javascript,window.hurt=true" });
    run({ src: "http://127.0.0.1:9/x.js" });
    document.body.insertAdjacentHTML("beforeend", "<p onclick='window.hurt = true' style='color: red'>x</p>");
    document.querySelector<HTMLElement>("p[onclick]")?.click();
    const image = new Image();
    image.src = `http://127.0.0.1:9/${encodeURIComponent(own)}`;
    const frame = document.createElement("iframe");
    frame.src = "http://127.0.0.1:9/";
    document.body.append(image, frame);
    const refused = [
      await fetch("http://127.0.0.1:9/").then(
        () => "sent",
        () => "refused",
      ),
    ];
    // Violations are reported one after another.
    while (new Set(violated).size < 6) await new Promise((resolve) => setTimeout(resolve));
    return { hurt: "hurt" in window, refused, violated: [...new Set(violated)].sort() };
  }, baseURL ?? "");
  expect(blocked.hurt).toBe(false);
  expect(blocked.refused[0]).toBe("refused");
  for (const directive of [
    "connect-src",
    "frame-src",
    "img-src",
    "script-src-attr",
    "script-src-elem",
    "style-src-attr",
  ])
    expect(blocked.violated).toContain(directive);
});

/** Runs a script if it is parsed as markup; its second line is a formula if it is read as a row of a table. */
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
