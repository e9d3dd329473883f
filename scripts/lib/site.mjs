// The documentation site: prepares pages from docs/, makes their figures, and builds them with VitePress.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { examplesIn, isExpected, runExample } from "./examples.mjs";
import { CLI, ENV, ROOT, SAMPLE, TOOLS } from "./paths.mjs";
import { run } from "./run.mjs";
import { completeSite } from "./site-base.mjs";
import { must, Trouble } from "./step.mjs";

export const SITE = join(ROOT, "site");
const PAGES = join(SITE, "pages");
const PUBLIC = join(PAGES, "public");
const EXAMPLES = join(TOOLS, "examples");

/** The sidebar: titles of groups, with pages of docs/. Groups of commands are added. */
const GROUPS = [
  ["Start", ["index"]],
  [
    "Tutorials",
    [
      ...["tutorial-g2", "tutorial-lifetime", "tutorial-hom", "tutorial-heralded"],
      ...["tutorial-lagging-partition", "tutorial-labels", "tutorial-icechunk"],
    ],
  ],
  [
    "Analyses",
    [
      ...["analysis-g2", "analysis-delay", "analysis-coincidences", "analysis-pairs", "analysis-gaps"],
      ...["analysis-rate", "analysis-stability", "tutorial-lifetime", "analysis-histogram"],
      ...["tutorial-heralded", "tutorial-hom", "analysis-settings", "analysis-bursts", "analysis-image"],
    ],
  ],
  [
    "How to",
    [
      ...["damaged-files", "many-files", "big-files", "remote-files", "channels", "export", "python"],
      ...["web-apps", "cluster", "ci", "editors"],
    ],
  ],
  ["Formats", ["import", "columns", "tags-zst", "offsets", "index-header", "icechunk", "compare"]],
  ["Reference", ["commands", "physics", "errors", "limits", "reliability", "dependencies"]],
];

/** The title of a page: its first heading. */
const titleOf = (markdown) => /^# (.+)$/m.exec(markdown)?.[1].replaceAll("`", "") ?? "";

/** The page about the analysis of a command: an example with its figure, the formula and limits. Undefined without one. */
const analysisPage = (command) =>
  GROUPS.find(([title]) => title === "Analyses")?.[1].find((name) => name.endsWith(`-${command}`));

/** Links `tagview COMMAND --help` to the page of the command. */
const withHelpLinks = (markdown) =>
  markdown.replaceAll(/`tagview ([a-z][\w-]*) --help`/g, "[$&](/command-$1)");

/** Replaces links to files of the repository that are not pages of the site by their text. */
const withoutOtherLinks = (markdown) =>
  markdown
    // Files of the page are one folder above the site.
    .replaceAll(/\[([^\]]*)\]\(\.\.\/web\/public\/([^)]*)\)/g, '<a href="../$2" download="$2">$1</a>')
    .replaceAll(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, "$1");

/** Adds a figure below each block of examples that writes one; VitePress numbers no figures, so the title is the text. */
function withFigures(markdown, name, figures) {
  return markdown.replaceAll(/^```console\n.*?^```$/gms, (block) => {
    const images = [...block.matchAll(/ --plot (\S+\.svg)/g)].map(([, file]) => {
      const svg = figures.get(file);
      if (svg === undefined) throw new Trouble(`docs/${name}.md: no example writes ${file}`);
      return `![${svgTitle(svg)}](/${name}-${file})`;
    });
    return [block, ...images].join("\n\n");
  });
}

const svgTitle = (svg) => (/<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? "").replaceAll(/[[\]]/g, "");

/** A folder with what examples use: `tagview` in the path, the sample, and an index-header. */
function exampleFolder(name) {
  const folder = join(EXAMPLES, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(SAMPLE, join(folder, "sample.tags.zst"));
  copyFileSync(join(ROOT, "web", "public", "sample-index-header"), join(folder, "index-header"));
  const program = `#!/bin/sh\nexec ${process.execPath} ${CLI} "$@"\n`;
  writeFileSync(join(folder, "tagview"), program, { mode: 0o755 });
  return { folder, env: { ...ENV, PATH: `${folder}:${ENV.PATH}` } };
}

/** Runs the examples of a page, and returns its figures by file name. */
async function figuresOf(name, markdown) {
  const { folder, env } = exampleFolder(name);
  for (const { command, output } of examplesIn(markdown)) {
    const found = await runExample(command, { folder, env });
    if (!isExpected(found, output))
      throw new Trouble(`docs/${name}.md: the output of an example differs`, `$ ${command}\n${found}\n`);
  }
  const files = readdirSync(folder).filter((file) => file.endsWith(".svg"));
  return new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
}

async function preparePage(name) {
  const source = readFileSync(join(ROOT, "docs", `${name}.md`), "utf8");
  const markdown = withHelpLinks(withoutOtherLinks(source));
  const figures = / --plot \S+\.svg/.test(examplesOnly(markdown))
    ? await figuresOf(name, markdown)
    : new Map();
  for (const [file, svg] of figures) writeFileSync(join(PUBLIC, `${name}-${file}`), svg);
  writeFileSync(join(PAGES, `${name}.md`), withFigures(markdown, name, figures));
  return { text: titleOf(markdown), link: name === "index" ? "/" : `/${name}` };
}

const examplesOnly = (markdown) => (markdown.match(/^```console\n.*?^```/gms) ?? []).join("\n");

/** The parts of a command's help: usage, description, groups of options, and examples. */
export function parseHelp(help) {
  const [usage = "", description = "", ...parts] = help.trim().split("\n\n");
  const groups = [];
  let examples = [];
  for (const part of parts) {
    const [title, ...lines] = part.split("\n");
    if (title === "Examples:") examples = lines.map((line) => line.trim());
    else groups.push({ title: title.replace(/:$/, ""), options: parseOptions(lines) });
  }
  return { usage: usage.replace("Usage: ", ""), description: joined(description), groups, examples };
}

const joined = (text) => text.replaceAll(/\s*\n\s*/g, " ").trim();

/** Rows of a list in two columns, whose second column continues on lines that are indented to it. */
function parseOptions(lines) {
  const rows = [];
  for (const line of lines) {
    const row = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line);
    if (row !== null) rows.push([row[1], row[2] ?? ""]);
    else if (rows.length > 0) rows.at(-1)[1] = joined(`${rows.at(-1)[1]} ${line.trim()}`);
  }
  return rows;
}

/** Escapes text for a cell of a table in a page, where `<` begins HTML and `{{` an expression. */
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;");

function commandPage(name, { usage, description, groups, examples }) {
  const sentence = description.charAt(0).toUpperCase() + description.slice(1);
  const parts = [`# tagview ${name}`, `${cell(sentence)}.`, ["```sh", ...examples, "```"].join("\n")];
  const page = analysisPage(name);
  if (page !== undefined) parts.push(`[An example with its figure, the formula and its limits](/${page})`);
  parts.push("## Usage", ["```", usage, "```"].join("\n"));
  for (const { title, options } of groups.filter(({ options }) => options.length > 0)) {
    const rows = options.map(([option, text]) => `| \`${option.replaceAll("|", "\\|")}\` | ${cell(text)} |`);
    parts.push(
      `## ${title}`,
      [`| ${title === "Arguments" ? "argument" : "option"} | meaning |`, "|---|---|", ...rows].join("\n"),
    );
  }
  return `${parts.join("\n\n")}\n`;
}

/** The groups of commands, and the parts of the help of each command by its name. */
async function allHelp() {
  const texts = JSON.parse(
    must(
      await run(process.execPath, [CLI, "manual", "--help-texts"]),
      "the help of commands could not be printed",
    ),
  );
  const groups = parseHelp(texts[""]).groups.filter(({ title }) => title !== "Options");
  const names = Object.keys(texts).filter((name) => name !== "" && name !== "help");
  return { groups, helps: new Map(names.map((name) => [name, parseHelp(texts[name])])) };
}

/** Writes a page for each command; returns their groups for the sidebar. */
async function prepareCommands() {
  const { groups, helps } = await allHelp();
  for (const [name, parts] of helps)
    writeFileSync(join(PAGES, `command-${name}.md`), commandPage(name, parts));
  return groups.map(({ title, options }) => ({
    text: title,
    collapsed: true,
    items: options
      .map(([term]) => term.split(" ")[0])
      .filter((name) => helps.has(name))
      .map((name) => ({ text: name, link: `/command-${name}` })),
  }));
}

/** Prepares each page once, all at the same time; returns the groups of the sidebar, which may share pages. */
async function preparePages() {
  const names = [...new Set(GROUPS.flatMap(([, names]) => names))];
  const items = new Map(await Promise.all(names.map(async (name) => [name, await preparePage(name)])));
  return GROUPS.map(([text, names]) => ({ text, items: names.map((name) => items.get(name)) }));
}

/** Builds the site into site/dist. */
export async function buildSite() {
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PUBLIC, { recursive: true });
  copyFileSync(join(ROOT, "web", "public", "icon.svg"), join(PUBLIC, "icon.svg"));
  const files = readdirSync(join(ROOT, "docs")).filter((file) => file.endsWith(".md"));
  const missing = files
    .map((file) => basename(file, ".md"))
    .filter((name) => !GROUPS.some(([, names]) => names.includes(name)));
  if (missing.length > 0) throw new Trouble(`scripts/lib/site.mjs: name docs/${missing[0]}.md in a group`);
  const [groups, commands] = await Promise.all([preparePages(), prepareCommands()]);
  groups.splice(-1, 0, { text: "Commands", items: commands });
  writeFileSync(join(PAGES, "sidebar.json"), JSON.stringify(groups));
  const vitepress = join(SITE, "node_modules", "vitepress", "bin", "vitepress.js");
  must(
    await run(process.execPath, [vitepress, "build", SITE]),
    "the documentation site could not be built: see above",
  );
  completeSite(join(SITE, "dist"));
}
