import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Files that lie beside the page elsewhere. */
const WARM_UP = "warm-up.tags.zst";
const SAMPLES = [
  "sample.tags.zst",
  "sample-damaged.tags.zst",
  "sample-emitter.tags.zst",
  "sample-icechunk",
  "sample-index-header",
  "sample-lifetime.tags.zst",
];

const dataUrl = (name: string, type: string): string =>
  `data:${type};base64,${readFileSync(file(`public/${name}`), "base64")}`;

const icon = dataUrl("icon.svg", "image/svg+xml");

/** Gives the code the files beside the page as data URLs. */
const filesInside = (names: readonly string[], hasComparison: boolean): Plugin => ({
  name: "tagview-files-inside",
  load(id) {
    if (!id.endsWith("/src/app/page-file.ts")) return null;
    const urls = names.map((name) => [name, dataUrl(name, "application/octet-stream")]);
    return `const URLS = ${JSON.stringify(Object.fromEntries(urls))}; export const pageFile = (name) => URLS[name]; export const hasPageFile = (name) => name in URLS; export const hasComparison = ${hasComparison}; export const docsAddress = null; export const serviceWorkerAddress = null;`;
  },
});

/** The text between the `open` tag and the next `close` tag of a page. */
function between(html: string, open: string, close: string): string {
  const begin = html.indexOf(">", html.indexOf(open)) + 1;
  return html.slice(begin, html.indexOf(close, begin));
}

const sha256 = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The page's policy is for files beside it. */
const POLICY = /<meta\s+http-equiv="Content-Security-Policy"[^>]*>/u;

/** The page of one file is not installed. */
const MANIFEST = /<link rel="manifest"[^>]*>/u;

/** Allows the page exactly the script and the style that are inside it, and no connection anywhere. */
const ownPolicy: Plugin = {
  name: "tagview-own-policy",
  // Behind the plugin that puts script and style into the page.
  enforce: "post",
  transformIndexHtml: { order: "pre", handler: (html) => html.replace(POLICY, "").replace(MANIFEST, "") },
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== "asset" || typeof output.source !== "string") continue;
        const html = output.source.replace('href="./icon.svg"', () => `href="${icon}"`);
        const policy = [
          "default-src 'none'",
          `script-src ${sha256(between(html, '<script type="module"', "</script>"))} 'wasm-unsafe-eval'`,
          `style-src ${sha256(between(html, '<style rel="stylesheet"', "</style>"))}`,
          "worker-src blob:",
          "connect-src data:",
          "img-src data: blob:",
          "base-uri 'none'",
          "form-action 'none'",
        ];
        const meta = `<meta http-equiv="Content-Security-Policy" content="${policy.join("; ")}" />`;
        output.source = html.replace('<meta charset="utf-8" />', (charset) => `${charset}\n    ${meta}`);
      }
    },
  },
};

/**
 * Mode `notebook`: the page in the Python package, which has no samples and no module for other formats, because these are
 * most of its size.
 */
export default defineConfig(({ mode }) => ({
  base: "./",
  publicDir: false,
  resolve: {
    conditions: ["tagview-source", ...defaultClientConditions],
    alias: [
      { find: "./start-worker.ts", replacement: file("single/start-worker.ts") },
      {
        find: "@tagview/wasm/files",
        replacement: file(mode === "notebook" ? "single/notebook-wasm-files.ts" : "single/wasm-files.ts"),
      },
    ],
  },
  plugins: [
    mode === "notebook" ? filesInside([WARM_UP], false) : filesInside([...SAMPLES, WARM_UP], true),
    viteSingleFile(),
    ownPolicy,
  ],
  build: {
    target: "es2022",
    outDir: mode === "notebook" ? "dist-notebook" : "dist-single",
    reportCompressedSize: false,
  },
  // Chromium starts no module worker from a page that was opened from a disk.
  worker: { format: "iife" },
}));
