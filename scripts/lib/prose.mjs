// The words and the length of sentences in documentation, and the words in comments.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

/** Vague verbs and pronouns, each replaced by a precise word: report, print, request, the caller, `n`, whose, up to. */
const VAGUE_WORDS = [
  ...["told", "tells", "said", "says", "asked", "whoever", "so many", "of which", "as far as"],
  ...["by itself", "lets go", "goes on", "comes to"],
];
const VAGUE = new RegExp(`\\b(${VAGUE_WORDS.join("|")})\\b`, "gi");

/** Maximum words of a sentence, without inline code and its parentheses. */
export const MAX_WORDS = 30;

/** Folders whose comments are checked. */
const COMMENTED = [
  ...["charts/src", "cli/src", "engine/src", "scripts", "tests/support", "web"],
  ...["bench", "bridge", "compare", "core/src", "export", "python", "schema", "wasm", "zstd-patch"].map(
    (crate) => `crates/${crate}`,
  ),
];

const blank = (text) => text.replace(/[^\n]/g, " ");

/** Markdown without code, links' targets and generated tables; line numbers stay. */
function prose(markdown) {
  return markdown
    .replace(/^```[\s\S]*?^```/gm, blank)
    .replace(/<!-- (?:table|totals)[\s\S]*?<!-- end -->/g, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/\]\([^)\n]*\)/g, "]")
    .replace(/`[^`\n]+`(?: \([^()\n]*\))?/g, "``");
}

/** Comments of a source file; code becomes blank, line numbers stay. */
function comments(source) {
  return source
    .split("\n")
    .map((line) => /^\s*(?:\/\/|\/\*|\*)(.*)|\s\/\/ (.*)$/.exec(line)?.slice(1).find(Boolean) ?? "")
    .join("\n")
    .replace(/`[^`\n]+`/g, "``");
}

/** Returns findings for vague words, each as `line: word`. */
function vagueWords(text) {
  return [...text.matchAll(VAGUE)].map(({ 0: word, index }) => `${lineOf(text, index)}: "${word}" is vague`);
}

const lineOf = (text, index) => text.slice(0, index).split("\n").length;

/** Returns findings for long sentences, each as `line: number of words`. */
function longSentences(text) {
  // Blank lines, items of lists, cells of tables and headings end a sentence.
  return [...text.matchAll(/(?:(?!\n\s*(?:\n|[-*#|]|\d+\. )|[.!?:;](?:\*\*)?\s|\|).)+/gs)].flatMap(
    ({ 0: sentence, index }) => {
      const words = sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
      return words > MAX_WORDS ? [`${lineOf(text, index)}: a sentence of ${words} words`] : [];
    },
  );
}

/** Returns what is wrong with a page of Markdown. */
export const findingsInPage = (markdown) => [
  ...vagueWords(prose(markdown)),
  ...longSentences(prose(markdown)),
];

/** Returns what is wrong with the comments of a source file. */
export const findingsInComments = (source) => vagueWords(comments(source));

/** Checks all pages and the comments of some folders; returns what `run` returns. */
export function checkProse() {
  const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).split("\n");
  const pages = files.filter((file) => file.endsWith(".md"));
  const sources = files.filter(
    (file) =>
      /(?<!\.generated)\.(rs|ts|mjs|h|c)$/.test(file) &&
      COMMENTED.some((folder) => file.startsWith(`${folder}/`)),
  );
  const check = (list, findings) =>
    list
      .filter((file) => existsSync(join(ROOT, file)))
      .flatMap((file) =>
        findings(readFileSync(join(ROOT, file), "utf8")).map((found) => `${file}:${found}\n`),
      );
  const output = [...check(pages, findingsInPage), ...check(sources, findingsInComments)].join("");
  return { code: output === "" ? 0 : 1, output };
}
