/** The command lines of the documents run as written, and print the output shown there. */

import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";
import { examplesIn, isExpected, runExample } from "../../scripts/lib/examples.mjs";
import { blockFiles } from "../support/blocks";
import { CLI, scratch, tagview, write } from "../support/command-line";
import { exceptFit } from "../support/except-fit";
import { id, idText, repositoryFiles, writeFiles } from "../support/icechunk";
import { indexHeader } from "../support/index-headers";
import { indexOf, requests } from "../support/index-series";
import { decayCounts, phd } from "../support/other-taggers";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const folder = scratch();

const PAGES = [
  "README.md",
  "cli/README.md",
  ...["channels", "cluster", "commands", "export", "icechunk", "index-header", "offsets"].map(
    (name) => `docs/${name}.md`,
  ),
];

/** Pages whose examples show their output. */
const WITH_OUTPUT = readdirSync(join(ROOT, "docs")).filter((name) =>
  readFileSync(join(ROOT, "docs", name), "utf8").includes("```console"),
);

/** Lines that need more than a file, or data that a small recording lacks. */
const NOT_RUN = [
  /^tagview (?:stats --follow|serve|compare)\b/,
  // Files of other time taggers: tests/cli/imports.test.ts converts some.
  /run\.qutag|\.ptu/,
  // Writes into the home folder.
  /^tagview completions .*~\//,
  // A scan of 21 or of 41 positions: tests/cli/fits.test.ts fits some.
  /^tagview hom .*--positions \S+\.\./,
  // A recording of another program: tests/cli/cut-and-join.test.ts adds an index to some.
  /^tagview index x/,
  // A repository with a file of that name is in tests/cli/compare.test.ts.
  /7DC2YMDHYB6TDCM4ZMTG/,
];

/** Lines whose input is damaged on purpose. */
const IS_DAMAGED = /damaged\.tags\.zst/;

/** The command lines in the code of a page, without comments. */
function linesOf(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, language = ""]) => ["", "sh"].includes(language))
    .flatMap(([, , code = ""]) => code.split("\n"))
    .map((line) => line.replace(/^npx /, "").replace(/\s+#.*$/, ""))
    .filter((line) => line.startsWith("tagview ") && !NOT_RUN.some((pattern) => pattern.test(line)));
}

/** Runs a command line, in a shell if it has more than words. */
async function runLine(line: string): Promise<{ status: number; stderr: string }> {
  if (/^tagview [\w .,:=/@+-]+$/.test(line)) return tagview(line.split(/ +/).slice(1), "", folder);
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, NO_COLOR: "1" };
  return run("sh", ["-c", line], { cwd: folder, env }).then(
    ({ stderr }) => ({ status: 0, stderr }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ status: code, stderr }),
  );
}

beforeAll(async () => {
  const good = async (...args: string[]) =>
    expect(await tagview(args, "", folder)).toMatchObject({ status: 0 });
  const light = ["simulate", "--pair-rate", "20000", "--dark-rate", "500", "--delay", "1ns"];
  await good(...light, "--duration", "3s", "-o", "pairs.tags.zst");
  // A clock of 1 kHz.
  const clock = Array.from({ length: 3000 }, (_, k) => `7\t${6_400_000 * (k + 1)}\n`).join("");
  write(folder, "clock.txt", clock);
  write(folder, "text.tsv", clock);
  await good("pack", "clock.txt", "-o", "clock.tags.zst");
  await good("merge", "pairs.tags.zst", "clock.tags.zst", "-o", "x.tags.zst");
  await good(...light, "--duration", "200ms", "--seed", "5", "-o", "b.tags.zst");
  const copies = [
    "run",
    "first",
    "a",
    "response",
    "recordings/run",
    "run-1",
    "run-2",
    ...Array.from({ length: 21 }, (_, k) => `scan-${k + 10}`),
  ];
  mkdirSync(join(folder, "recordings"));
  for (const name of copies) copyFileSync(join(folder, "b.tags.zst"), join(folder, `${name}.tags.zst`));
  await good("merge", "a.tags.zst", "--offset", "1=1s", "-o", "second.tags.zst");
  for (const n of [1, 2])
    await good("partial", "g2", "--a", "3", "--b", "15", `run-${n}.tags.zst`, "-o", `run${n}.part`);
  const bytes = readFileSync(join(folder, "x.tags.zst"));
  write(folder, "damaged.tags.zst", bytes.subarray(0, bytes.length / 2));
  write(folder, "decay.phd", phd([{ route: 0, resolution: 0.05, counts: decayCounts() }]));
  write(folder, "lab.csv", "channel,name,delay\n3,signal,0\n15,idler,4ns\n");
  const header = (offset: number) => `> X-Read-Consistency-Offsets: v1=0:${offset},1:977,617:12\n`;
  for (const name of ["then.txt", "header.txt"]) write(folder, name, header(5));
  write(folder, "now.txt", header(9));
  write(folder, "curl.txt", header(5));
  const entry = (second: number) => ({
    startedDateTime: `2026-11-23T14:00:0${second}Z`,
    request: { headers: [{ name: "X-Read-Consistency-Offsets", value: `v1=0:${second},1:97${second}` }] },
  });
  write(folder, "session.har", JSON.stringify({ log: { entries: [entry(1), entry(2), entry(3)] } }));
  const labels = { job: ["api", "db"], pod: ["a", "b", "c"] };
  for (const name of ["index-header", "then"]) write(folder, name, indexHeader(labels));
  write(folder, "now", indexHeader({ ...labels, pod: ["a", "b", "d", "e"] }));
  write(folder, "index", indexOf(requests(40, 5)));
  writeFiles(join(folder, "REPOSITORY"), repositoryFiles());
  const up = { labels: { __name__: "up" }, chunks: [[[0, 1] as const, [15_000, 2] as const]] };
  writeFiles(join(folder, "BLOCK"), blockFiles([up]));
  writeFileSync(join(folder, "tagview"), `#!/bin/sh\nexec ${process.execPath} ${CLI} "$@"\n`, {
    mode: 0o755,
  });
}, 60_000);

it.each(PAGES)(
  "%s",
  async (page) => {
    const lines = linesOf(page);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      // A file that an example has written before is replaced.
      const written = /(?: -o | --table | --plot )(\S+\.\w+|\S+-header)/.test(line) && !/\s-o -/.test(line);
      const command = `${line.replace("snapshots/ID", `snapshots/${idText(id(2))}`)}${written ? " --force" : ""}`;
      const ran = await runLine(command);
      const [code] = exceptFit(ran);
      expect([code, command], ran.stderr).toEqual([IS_DAMAGED.test(line) ? 1 : 0, command]);
    }
  },
  120_000,
);

it.concurrent.each(WITH_OUTPUT)(
  "%s shows the output of its examples",
  async (name) => {
    const own = join(folder, "examples", name);
    mkdirSync(own, { recursive: true });
    copyFileSync(join(ROOT, "web", "public", "sample-index-header"), join(own, "index-header"));
    write(own, "index", indexOf(requests(40, 5)));
    writeFiles(join(own, "REPOSITORY"), repositoryFiles());
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    for (const { command, output } of examplesIn(readFileSync(join(ROOT, "docs", name), "utf8"))) {
      const printed = await runExample(command, { folder: own, env });
      if (!isExpected(printed, output)) expect(`$ ${command}\n${printed}`).toBe(`$ ${command}\n${output}`);
    }
  },
  120_000,
);

it("reads examples with their output", () => {
  const page = "text\n```console\n$ for k in 1 2; do\n>   echo $k\n> done\n1\n2\n\n$ true\n```\n";
  const examples = [
    { command: "for k in 1 2; do\n  echo $k\ndone", output: "1\n2" },
    { command: "true", output: "" },
  ];
  expect(examplesIn(page)).toEqual(examples);
  expect(isExpected("a\nb\nc", "a\n...\nc")).toBe(true);
  expect(isExpected("a\nb\nc", "a\n...\nd")).toBe(false);
  expect(WITH_OUTPUT.length).toBeGreaterThan(10);
});

it("finds the lines", () => {
  expect(linesOf("docs/commands.md")).toContain("tagview stats x.tags.zst");
  expect(PAGES).toContain("docs/commands.md");
});
