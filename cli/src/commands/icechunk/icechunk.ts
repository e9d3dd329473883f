/** `tagview icechunk`: the content of a metadata file or of a whole repository. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Option } from "commander";
import { colours } from "../../output/colour";
import { describeError, errorLine } from "../../output/errors";
import { jsonLine } from "../../output/json";
import { plural } from "../../output/numbers";
import { printable } from "../../output/printable";
import { type Tables, tablePieces, tablesOf } from "../../output/tsv";
import { write, writeError, writePieces } from "../../output/write";
import {
  type ErrorObject,
  engine,
  type Folder,
  type IcechunkRepository,
  type OpenIcechunk,
  type RepositoryCheck,
  type SourceInput,
  TagviewError,
} from "../../runtime/engine";
import { Status, statusOf, worse } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { type Input, inputsOf } from "../../runtime/inputs";
import { type OutputOptions, type PlotOptions, withOutput, withPlot } from "../../runtime/options";
import { startProgress } from "../../runtime/progress";
import { eachInput } from "../each-input";
import type { Overview, Register } from "../group";
import { type BeginTable, writeReferences, writeUpdatedChunks } from "./chunks";
import { diffJson, diffText, diffTsv } from "./diff";
import { fileText, fileTsv } from "./file-text";
import { folderAt, isFolder, isRepositoryAt, storedFolder } from "./folder";
import { arrayJson, errorOf, fileJson, type HashedFile, repositoryJson } from "./json";
import { drawSizes } from "./plot";
import { arrayText, arrayTsv, repositoryText, repositoryTsv } from "./repository-text";
import type { UnopenedJson } from "./schemas";

interface IcechunkCommand extends OutputOptions, PlotOptions {
  array?: string;
  at?: string;
  chunks?: boolean;
  check?: boolean;
  hash?: boolean;
  diff?: string[];
}

export const icechunk: Register = (program, done) => {
  withPlot(
    withOutput(
      withExamples(
        program.command("icechunk"),
        "Formats",
        ["icechunk REPOSITORY", "branches, history and nodes"],
        ["icechunk REPOSITORY --check", "check that every chunk exists"],
      ),
    ),
  )
    .description("Icechunk metadata: a file of it, or a repository's folder")
    .argument("[path...]", "files and folders; - is standard input")
    .addOption(
      new Option("--array <path>", "one array of a repository: its chunk grid, manifests and references"),
    )
    .addOption(new Option("--at <ref>", "branch, tag or snapshot to show (default: main)"))
    .addOption(
      new Option("--chunks", "list single references, or the updated chunks of a transaction log").conflicts(
        "check",
      ),
    )
    .addOption(
      new Option("--check", "check that all referenced files exist with the right size").conflicts("array"),
    )
    .addOption(
      new Option("--diff <refs...>", "print the changes between two branches, tags or snapshots").conflicts([
        ...["array", "at", "chunks", "check", "hash"],
      ]),
    )
    .addOption(new Option("--hash", "add the SHA-256 of all files to a repository's JSON").conflicts("array"))
    .action(async (paths: string[], options: IcechunkCommand) => {
      const inputs = inputsOf(paths);
      done(await showAll(inputs, options, tablesOf(inputs.length)));
    });
};

/** The output of `tagview FILE` for such a file. */
export const overview: Overview = {
  withOptions: (command) => command,
  print: showAll,
  folder: { name: "an Icechunk repository", is: isRepositoryAt },
};

function showAll(inputs: Input[], options: IcechunkCommand, tables: Tables): Promise<Status> {
  return eachInput(inputs, async (input) => {
    const { source } = input;
    if (source.kind === "path" && isFolder(source.path))
      return showRepository(folderAt(source.path), options, tables);
    const stored = source.kind === "url" ? await storedFolder(source.url) : null;
    if (stored !== null) return showRepository(stored, options, tables);
    return showFile(input, options, tables);
  });
}

/** Begins a table about a file; null with `--json`. */
function begins(tables: Tables, name: string, { json }: OutputOptions): BeginTable {
  return json ? null : (columns) => tables.begin(name, columns);
}

/** Opens something with a progress bar; with `--json` an error is printed there too. */
async function opening<T>(
  file: string,
  { quiet, json, chunks }: IcechunkCommand,
  open: (onBytes: (bytes: number, total: number | null) => void) => Promise<T>,
): Promise<T> {
  const progress = await startProgress(!quiet);
  try {
    return await open(progress.update);
  } catch (thrown) {
    if (json && !chunks && thrown instanceof TagviewError && thrown.code !== "cancelled") {
      const unopened: UnopenedJson = { file, type: null, complete: false, error: thrown.toObject() };
      await write(jsonLine(unopened));
    }
    throw thrown;
  } finally {
    progress.stop();
  }
}

async function showFile({ name, source }: Input, options: IcechunkCommand, tables: Tables): Promise<Status> {
  const forRepositories = (["array", "at", "check", "hash", "diff", "plot"] as const).find(
    (option) => options[option],
  );
  if (forRepositories !== undefined) {
    const remedy = "name a repository's folder";
    throw new TagviewError(
      "usage",
      `--${forRepositories} is for a whole repository, but ${name} is a file`,
      remedy,
    );
  }
  const opened = await opening(name, options, (onBytes) => engine.icechunk.open(source, { onBytes }));
  try {
    const { summary } = opened;
    const status = printFindings(name, summary.error, summary.findings, options);
    if (options.chunks) await writeChunks(name, opened, begins(tables, name, options));
    else if (options.json) await write(jsonLine(fileJson(name, summary)));
    else if (options.tsv) await writePieces(tablePieces(tables, name, fileTsv(summary)));
    else await write(fileText(summary, colours(options.color)));
    return status;
  } finally {
    opened.close();
  }
}

async function writeChunks(name: string, opened: OpenIcechunk, begin: BeginTable): Promise<void> {
  const { manifest, transaction_log, error } = opened.summary;
  if (transaction_log !== null) {
    const updated = function* () {
      for (const [k, { node }] of transaction_log.updated_chunks.entries()) {
        for (const index of opened.updatedChunks(k)) yield { node, index };
      }
    };
    await writeUpdatedChunks(updated(), begin);
  } else if (manifest !== null) {
    const references = function* () {
      for (const [k, { node }] of manifest.arrays.entries()) {
        for (const reference of opened.references(k)) yield { ...reference, node };
      }
    };
    await writeReferences(references(), begin);
  } else if (error === null) {
    const remedy = "name a manifest, a transaction log, or a repository with --array";
    throw new TagviewError("usage", `${name} is a ${opened.summary.type}, which has no chunks`, remedy);
  }
}

async function showRepository(folder: Folder, options: IcechunkCommand, tables: Tables): Promise<Status> {
  const path = folder.name;
  const repository = await opening(path, options, (onBytes) =>
    engine.icechunk.openRepository(folder, { onBytes }),
  );
  const { summary } = repository;
  const status = printFindings(path, errorOf(summary.error), summary.findings, options);
  if (options.array !== undefined)
    return worse(status, await showArray(path, repository, { ...options, array: options.array }, tables));
  if (options.plot !== undefined)
    throw new TagviewError("usage", "--plot draws the chunks of one array", "name it with --array");
  if (options.diff !== undefined)
    return worse(status, await showDiff(path, repository, { ...options, diff: options.diff }, tables));
  if (options.chunks) {
    throw new TagviewError("usage", "--chunks needs one array of a repository", "name it with --array");
  }
  const check = options.check ? await repository.check() : null;
  const isLocal = [...folder.files.values()].every(({ source }) => isPath(source));
  if (options.hash && !isLocal)
    throw new TagviewError("usage", "--hash reads local files", "copy the repository to a folder first");
  const hashes = options.json && options.hash ? await hashed(folder) : null;
  if (options.json) await write(jsonLine(repositoryJson(path, summary, check, hashes)));
  else if (options.tsv) await writePieces(tablePieces(tables, path, repositoryTsv(summary)));
  else await write(repositoryText(summary, check, colours(options.color), options.at));
  if (check !== null) printMissing(path, check, options);
  return check === null || check.findings.length === 0 ? status : worse(status, Status.Damaged);
}

async function showArray(
  name: string,
  repository: IcechunkRepository,
  options: IcechunkCommand & { array: string },
  tables: Tables,
): Promise<Status> {
  const { at, chunks, json, tsv, color } = options;
  const array = repository.array(options.array, at);
  const drawn = await drawSizes(name, repository, array, options);
  if (drawn !== null && !options.quiet) writeError(`note: ${drawn}\n`);
  if (chunks) {
    const references = async function* () {
      for await (const reference of repository.references(array)) yield { ...reference, node: array.node.id };
    };
    await writeReferences(references(), begins(tables, name, options));
  } else if (json) await write(jsonLine(arrayJson(name, array, repository.summary)));
  else if (tsv) await writePieces(tablePieces(tables, name, arrayTsv(array)));
  else await write(arrayText(array, colours(color)));
  return Status.Good;
}

async function showDiff(
  name: string,
  repository: IcechunkRepository,
  { diff: [from, to, ...more], json, tsv, color }: IcechunkCommand & { diff: string[] },
  tables: Tables,
): Promise<Status> {
  if (from === undefined || to === undefined || more.length > 0)
    throw new TagviewError(
      "usage",
      `--diff compares two snapshots, not ${plural(from === undefined ? 0 : to === undefined ? 1 : 2 + more.length, "name")}`,
      "write the repository first, as in tagview icechunk REPOSITORY --diff v1 main",
    );
  const diff = await repository.diff(from, to);
  if (json) await write(jsonLine(diffJson(name, diff, repository.summary)));
  else if (tsv) await writePieces(tablePieces(tables, name, diffTsv(diff)));
  else await write(diffText(diff, { from, to }, colours(color)));
  return Status.Good;
}

/** Prints the error, and without `--json`, `--tsv` and `--quiet` the other findings. */
function printFindings(
  name: string,
  error: ErrorObject | null,
  findings: readonly (ErrorObject & { severity: string; path?: string })[],
  { json, tsv, quiet }: OutputOptions,
): Status {
  if (error !== null) writeError(errorLine(error, name));
  if (!json && !tsv && !quiet) {
    const first = findings.findIndex(({ severity }) => severity === "error");
    findings.forEach((finding, k) => {
      if (k === first) return;
      const place = finding.path === undefined ? name : join(name, finding.path);
      writeError(`tagview: ${printable(place)}: ${finding.severity}: ${describeError(finding)}\n`);
    });
  }
  return error === null ? Status.Good : statusOf(error);
}

/** Maximum number of printed findings of a check; the JSON has all. */
const MOST_FINDINGS = 20;

function printMissing(name: string, { findings, more }: RepositoryCheck, { quiet }: OutputOptions): void {
  for (const finding of findings.slice(0, quiet ? 1 : MOST_FINDINGS)) {
    writeError(errorLine(errorOf(finding) ?? finding, name));
  }
  const left = findings.length - MOST_FINDINGS + more;
  if (left > 0 && !quiet) writeError(`tagview: ${printable(name)}: and ${plural(left, "finding")} more\n`);
}

function isPath(source: SourceInput): boolean {
  return typeof source === "object" && "kind" in source && source.kind === "path";
}

/** All files of a repository, with their SHA-256. */
async function hashed({ files, name }: Folder): Promise<HashedFile[]> {
  const list: HashedFile[] = [];
  for (const [path, { bytes }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(join(name, path))) hash.update(chunk);
    list.push({ path, bytes, sha256: hash.digest("hex") });
  }
  return list;
}
