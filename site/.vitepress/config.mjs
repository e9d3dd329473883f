// The documentation site: pages are prepared by scripts/lib/site.mjs.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { BASE } from "../../scripts/lib/site-base.mjs";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const sidebar = JSON.parse(readFileSync(file("../pages/sidebar.json"), "utf8"));

/** The anchor of a heading, by GitHub's rule, so that links work there and here. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** Marks the lines of commands, apart from their output. */
const commandLines = {
  line(node, number) {
    const isCommand = /^[$>] /.test(this.source.split("\n")[number - 1]);
    if (this.options.lang === "console" && isCommand) this.addClassToHast(node, "command");
  },
};

export default defineConfig({
  title: "tagview",
  description: "Inspect time tag recordings without uploading or converting",
  base: BASE,
  srcDir: "pages",
  outDir: "dist",
  cacheDir: join(file("../../.tools"), "vitepress"),
  // The table of pages in a file of its own: the policy of `tagview serve` allows no script inside a page.
  metaChunk: true,
  // Firefox applies `default-src` to pages that are loaded ahead, and the policy of `tagview serve` allows none.
  router: { prefetchLinks: false },
  lastUpdated: false,
  head: [["link", { rel: "icon", href: `${BASE}icon.svg`, type: "image/svg+xml" }]],
  markdown: { anchor: { slugify }, toc: { slugify }, codeTransformers: [commandLines] },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    siteTitle: "tagview",
    logo: "/icon.svg",
    search: { provider: "local" },
    nav: [
      { text: "Start", link: "/" },
      { text: "Commands", link: "/commands" },
      { text: "Physics", link: "/physics" },
    ],
    sidebar,
    outline: { level: [2, 3] },
    docFooter: { prev: "Previous", next: "Next" },
  },
});
