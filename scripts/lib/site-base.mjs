// The built site works below any path: VitePress writes a fixed base, which is replaced by relative addresses.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Base in the output of VitePress, until `makeRelative`. All pages are in one folder. */
export const BASE = "/__tagview_docs__/";

/** The base at run time: scripts are in `assets/` or in a folder below it. */
const below = (depth) => `new URL("${"../".repeat(depth)}",import.meta.url).pathname`;

/** Scripts that hold JSON in strings: the table of pages, and the index of the search. */
const DATA = /^(?:metadata|@localSearchIndex)/;

/** Replaces the base in the script `name`, `depth` folders below the site's. */
export function relativeScript(script, name, depth) {
  const base = below(depth);
  if (DATA.test(name))
    return script.replaceAll(/(["'`])((?:(?!\1)[^\\]|\\.)*)\1/gs, (text, quote) =>
      text.replaceAll(BASE, quote === "`" ? `\${${base}}` : `${quote}+${base}+${quote}`),
    );
  // Elsewhere strings begin with it.
  const begins = new RegExp(`(["'\`])${BASE}`, "g");
  return script.replaceAll(begins, (_, quote) => `(${base})+${quote}`);
}

/** Script of the colour scheme and of the keyboard, which VitePress puts into each page. */
const INLINE = /<script id="check-[\w-]+">(.*?)<\/script>/gs;
const HEAD_SCRIPT = "assets/head.js";

/** Refers to a file instead of the scripts inside a page: the policy of `tagview serve` allows none inside a page. */
export function withHeadScript(html) {
  let isFirst = true;
  return html.replaceAll(INLINE, () => {
    const script = isFirst ? `<script src="${BASE}${HEAD_SCRIPT}"></script>` : "";
    isFirst = false;
    return script;
  });
}

/** Completes the site that VitePress built in `folder`: it then works below any path, without scripts inside pages. */
export function completeSite(folder) {
  const start = readFileSync(join(folder, "index.html"), "utf8");
  const scripts = [...start.matchAll(INLINE)].map(([, code]) => `${code};\n`).join("");
  writeFileSync(join(folder, HEAD_SCRIPT), scripts);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|js|css)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const depth = relative(folder, path).split(sep).length - 1;
    const text = readFileSync(path, "utf8");
    if (entry.name.endsWith(".html")) writeFileSync(path, withHeadScript(text).replaceAll(BASE, "./"));
    else if (entry.name.endsWith(".js")) writeFileSync(path, relativeScript(text, entry.name, depth));
    else writeFileSync(path, text.replaceAll(BASE, "../".repeat(depth)));
  }
}
