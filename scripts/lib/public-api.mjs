// The public items of the core, read from its documentation, so that a change of the API is seen in a diff.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./paths.mjs";
import { run } from "./run.mjs";

const DOCUMENTATION = join(ROOT, "target", "doc", "tagview_core");
export const LISTED = join(ROOT, "crates", "core", "public-api.txt");
/** Kinds of items with a page of their own, as rustdoc names its files. */
const ITEM = /(?:^|\/)(?:constant|enum|fn|macro|static|struct|trait|type|union)\.[^/]+\.html$/;

/** The text of HTML in one line. */
const plain = (html) =>
  html
    .replaceAll(/<span class="comment">.*?<\/span>/gs, "")
    .replaceAll(/<summary class="hideme">.*?<\/summary>/gs, "")
    .replaceAll("</div>", " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The declaration of the item on a page, its methods and its traits; nothing for a page that leads to another one. */
function declarations(html) {
  const declaration = /<pre class="rust item-decl">(.*?)<\/pre>/s.exec(html)?.[1];
  if (declaration === undefined) return [];
  const own = /<div id="implementations-list">(.*?)<h2 id="/s.exec(html)?.[1] ?? "";
  const methods = [...own.matchAll(/<h4 class="code-header">(.*?)<\/h4>/gs)].map(([, text]) => text);
  const traits = /<div id="trait-implementations-list">(.*?)<h2 id="/s.exec(html)?.[1] ?? "";
  const impls = [...traits.matchAll(/<h3 class="code-header">(.*?)<\/h3>/gs)].map(([, text]) => text);
  // rustc derives `StructuralPartialEq` with `PartialEq`; nobody can use it.
  return [declaration, ...methods, ...impls]
    .map(plain)
    .filter((line) => !line.includes("StructuralPartialEq"));
}

/** Lists the declarations, methods and traits of all public items, each after the path of its item. */
function listItems() {
  const files = readdirSync(DOCUMENTATION, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(DOCUMENTATION, join(parentPath, name)))
    .filter((file) => ITEM.test(file))
    .toSorted();
  return files.flatMap((file) => {
    const path = file.replace(/\.html$/, "").replaceAll("/", "::");
    return declarations(readFileSync(join(DOCUMENTATION, file), "utf8")).map((line) => `${path}: ${line}`);
  });
}

/** Documents the core, without warnings; returns what `run` returns. */
export async function documentCore() {
  // Pages of items that no longer exist would be listed.
  rmSync(DOCUMENTATION, { recursive: true, force: true });
  return run("cargo", ["doc", "--quiet", "--locked", "-p", "tagview-core", "--no-deps"], {
    env: { RUSTDOCFLAGS: "-D warnings" },
  });
}

/** The list as it is: its first line is the version of rustdoc, whose pages differ from version to version. */
export async function currentApi() {
  const { output } = await run("rustc", ["--version"]);
  return `# Read by ${output.split(" ", 2).join(" ")}; write it again with: node scripts/public-api.mjs\n${listItems().join("\n")}\n`;
}

/** Documents the core and compares its public items with the committed list, if the same Rust made that. */
export async function checkApi() {
  const documented = await documentCore();
  if (documented.code !== 0) return documented;
  const [committed, current] = [existsSync(LISTED) ? readFileSync(LISTED, "utf8") : "", await currentApi()];
  const [first, second] = [committed, current].map((text) => new Set(text.split("\n")));
  const isOfOtherRust = committed !== "" && !first.has(current.split("\n", 1)[0]);
  if (isOfOtherRust || committed === current) return { code: 0, output: "" };
  const gone = [...first].filter((line) => !second.has(line)).map((line) => `-${line}`);
  const added = [...second].filter((line) => !first.has(line)).map((line) => `+${line}`);
  const advice = "the public API of tagview-core changed: if it should, run node scripts/public-api.mjs";
  return { code: 1, output: `${[advice, ...gone, ...added].join("\n")}\n` };
}

export async function writeApi() {
  writeFileSync(LISTED, await currentApi());
}
