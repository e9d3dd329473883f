// The page: transferred bytes, and waiting times of a user in Chromium.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { findChromium } from "../scripts/lib/chromium.mjs";
import { CLI, ROOT } from "../scripts/lib/paths.mjs";
import { answer, time } from "./lib/command.mjs";
import { recordings } from "./lib/inputs.mjs";
import { median } from "./lib/rounds.mjs";
import { table } from "./lib/table.mjs";

const DIST = join(ROOT, "web", "dist");
/** No user selects a file sooner; the page uses this time. */
const LOOKING_MS = 2000;
const GOALS = { ratio: 1.5, firstChart: 200, longestTask: 50 };

/** Files that the page loads for any viewer, besides those in `index.html`. */
const LOADED_AT_ONCE = [
  /^index\.html$/,
  /^browser-worker-.*\.js$/,
  /^tagview_main_bg-.*\.wasm$/,
  /^warm-up\./,
];

/** Samples and the documentation, loaded on request, and files for the installed page. */
const LOADED_LATER = /^(?:docs\b|sample[-.].*|manifest\.webmanifest$|service-worker\.js$|icon-\d+\.png$)/;

/**
 * The files that the page loads; `first` are those that are loaded before a recording's first charts, by every
 * visitor.
 */
export function pageFiles() {
  const html = readFileSync(join(DIST, "index.html"), "utf8");
  const files = readdirSync(DIST, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !LOADED_LATER.test(relative(DIST, join(entry.parentPath, entry.name))),
  );
  const imported = files
    .filter(({ name }) => name.startsWith("browser-worker-"))
    .flatMap(({ name, parentPath }) => staticImports(join(parentPath, name)));
  return files.map(({ name, parentPath }) => {
    const first =
      html.includes(name) || imported.includes(name) || LOADED_AT_ONCE.some((pattern) => pattern.test(name));
    return { name, path: join(parentPath, name), first };
  });
}

/** The names of the files that a built script imports when it starts. */
function staticImports(path) {
  return [...readFileSync(path, "utf8").matchAll(/\bfrom\s*"\.\/([^"]+)"/g)].map(([, name]) => name);
}

/** Sizes in bytes: uncompressed, with gzip and with brotli. */
export function transferSizes() {
  return pageFiles().map(({ name, path, first }) => {
    const bytes = readFileSync(path);
    const [gzip, brotli] = [gzipSync(bytes).length, brotliCompressSync(bytes).length];
    return { name, first, bytes: bytes.length, gzip, brotli };
  });
}

export async function bench({ small, ten, rounds }) {
  const sizes = transferSizes();
  const { label, files } = await recordings(small ? "small" : "full");
  const opened = [
    ["one frame", files.one],
    ["34 frames", files.many],
  ];
  if (ten) {
    const larger = await recordings("ten");
    opened.push([`334 frames, ${larger.label}`, larger.files.many]);
  }
  const executablePath = await findChromium();
  const loads = executablePath === null ? [] : await measureLoads(executablePath, opened, rounds);
  const result = { recording: label, rounds, sizes, loads };
  return { result, text: report(result) };
}

/** Each of the files, with names, is opened in a new page, between two runs of `tagview stats`. */
async function measureLoads(executablePath, files, rounds) {
  const { chromium } = await import("@playwright/test");
  const server = spawn(process.execPath, [CLI, "serve"], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const [address] = await once(server.stdout, "data");
    const loads = [];
    for (const [name, path] of files) {
      const stats = () => time([process.execPath, CLI, "stats", path]);
      const { tags } = JSON.parse(answer([process.execPath, CLI, "stats", "--json", path]));
      const runs = [];
      let before = stats();
      for (let round = 0; round < rounds; round += 1) {
        const page = await browser.newPage();
        await page.goto(`${address}`.trim());
        await new Promise((resolve) => setTimeout(resolve, LOOKING_MS));
        const load = await openFile(page, path, tags);
        await page.close();
        const after = stats();
        runs.push({ ...load, stats: (before + after) / 2 });
        before = after;
      }
      const middle = (value) => median(runs.map(value));
      loads.push({
        name,
        stats_ms: middle((run) => run.stats),
        final_ms: middle((run) => run.final),
        ratio: middle((run) => run.final / run.stats),
        first_chart_ms: middle((run) => run.first),
        longest_task_ms: middle((run) => run.longest),
      });
    }
    return loads;
  } finally {
    await browser.close();
    server.kill();
  }
}

/** Milliseconds from the file's arrival in the page to its first and its final charts, and the longest task. */
async function openFile(page, path, expected) {
  const seen = page.evaluate(
    (expected) =>
      new Promise((resolve, reject) => {
        const tasks = [];
        new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries()) tasks.push({ startTime, duration });
        }).observe({ type: "longtask" });
        let since;
        let first;
        const look = () => {
          const drawn = document.querySelector(".figure-rate .tv-line") !== null;
          if (since === undefined || !drawn) return;
          first ??= performance.now() - since;
          const terms = [...document.querySelectorAll(".facts dt")];
          const shown = terms.find(({ textContent }) => textContent === "tags")?.nextElementSibling;
          const tags = Number(shown?.textContent.replaceAll(",", ""));
          // What fails half way is soon done.
          const reading = document.querySelector(".status .cancel")?.hidden === false || tags !== expected;
          const asking = document.querySelector("[aria-busy=true]") !== null;
          if (reading || asking || document.querySelector(".figure-matrix svg") === null) return;
          watcher.disconnect();
          const final = performance.now() - since;
          // A late observation is reported late.
          setTimeout(() => {
            const longest = tasks.filter(({ startTime }) => startTime >= since).map((task) => task.duration);
            resolve({ first, final, longest: Math.max(0, ...longest) });
          }, 300);
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, { subtree: true, childList: true, attributes: true });
        document.addEventListener(
          "change",
          () => {
            since = performance.now();
          },
          { capture: true, once: true },
        );
        setTimeout(() => reject(new Error(`the page has not read ${expected} tags in a minute`)), 60_000);
      }),
    expected,
  );
  await page.setInputFiles("#picker", path);
  return seen;
}

function report({ recording, sizes, loads }) {
  const kb = (bytes) => (bytes / 1000).toFixed(1);
  const sum = (files) =>
    ["bytes", "gzip", "brotli"].map((key) => kb(files.reduce((sum, file) => sum + file[key], 0)));
  const row = ({ name, bytes, gzip, brotli }) => [name, kb(bytes), kb(gzip), kb(brotli)];
  const [first, later] = [true, false].map((is) => sizes.filter((file) => file.first === is));
  const transfer = table(
    ["kB", "", "gzip", "brotli"],
    [
      ...[...first.map(row), ["first load (goal: 400)", ...sum(first)]],
      ...[...later.map(row), ["loaded when it is asked for", ...sum(later)]],
    ],
  );
  if (loads.length === 0) return `${transfer}\nThere is no Chromium to open recordings in.`;
  const ms = (value) => Math.round(value).toLocaleString("en-US");
  const head = [
    `Chromium, ${recording} tags, ms`,
    "tagview stats",
    "final charts",
    "ratio",
    "first chart",
    "longest task",
  ];
  const goals = ["goal", "", "", GOALS.ratio, GOALS.firstChart, GOALS.longestTask];
  const body = loads.map((load) => [
    load.name,
    ms(load.stats_ms),
    ms(load.final_ms),
    load.ratio.toFixed(2),
    ms(load.first_chart_ms),
    // Shorter ones are not reported by browsers.
    load.longest_task_ms === 0 ? "< 50" : ms(load.longest_task_ms),
  ]);
  return `${transfer}\n${table(head, [...body, goals])}`;
}
