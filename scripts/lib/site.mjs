// The documentation site: prepares pages from docs/, makes their figures, and builds them with VitePress.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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
    "How to",
    [
      ...["damaged-files", "many-files", "big-files", "remote-files", "channels", "export", "python"],
      ...["web-apps", "cluster", "ci", "editors"],
    ],
  ],
  ["Formats", ["import", "columns", "offsets", "index-header", "icechunk", "compare"]],
  ["Reference", ["commands", "physics", "errors", "limits", "reliability", "dependencies"]],
];

/** Command lines that are run on the sample for the figures of the commands' pages. */
const FIGURES = {
  rate: "rate --bin 20ms",
  gaps: "gaps --channel 3",
  stability: "stability",
  g2: "g2 --a 3 --b 15 --range -10ns..10ns",
  pairs: "pairs",
  coincidences: "coincidences --window 2ns --delay 15=4.06ns",
  delay: "delay --a 3 --b 15",
};

/** The title of a page: its first heading. */
const titleOf = (markdown) => /^# (.+)$/m.exec(markdown)?.[1].replaceAll("`", "") ?? "";

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
  const markdown = withoutOtherLinks(readFileSync(join(ROOT, "docs", `${name}.md`), "utf8"));
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

function commandPage(name, { usage, description, groups, examples }, figure) {
  const sentence = description.charAt(0).toUpperCase() + description.slice(1);
  const parts = [`# tagview ${name}`, `${cell(sentence)}.`, ["```sh", ...examples, "```"].join("\n")];
  if (figure !== null) {
    parts.push("## Example", "On the sample recording of the page:");
    parts.push(["```console", `$ ${figure.command}`, figure.output, "```"].join("\n"));
    parts.push(`![${svgTitle(figure.svg)}](/command-${name}.svg)`);
  }
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

async function figureOfCommand(name) {
  if (FIGURES[name] === undefined) return null;
  const { folder, env } = exampleFolder(`command-${name}`);
  const command = `tagview ${FIGURES[name]} sample.tags.zst --plot ${name}.svg`;
  const output = await runExample(command, { folder, env });
  const file = join(folder, `${name}.svg`);
  if (!existsSync(file)) throw new Trouble(`the figure of tagview ${name} could not be drawn`, output);
  return { command, output, svg: readFileSync(file, "utf8") };
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
  for (const [name, parts] of helps) {
    const figure = await figureOfCommand(name);
    if (figure !== null) writeFileSync(join(PUBLIC, `command-${name}.svg`), figure.svg);
    writeFileSync(join(PAGES, `command-${name}.md`), commandPage(name, parts, figure));
  }
  return groups.map(({ title, options }) => ({
    text: title,
    collapsed: true,
    items: options
      .map(([term]) => term.split(" ")[0])
      .filter((name) => helps.has(name))
      .map((name) => ({ text: name, link: `/command-${name}` })),
  }));
}

async function preparePages() {
  const groups = [];
  for (const [text, names] of GROUPS) {
    const items = [];
    for (const name of names) items.push(await preparePage(name));
    groups.push({ text, items });
  }
  return groups;
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
