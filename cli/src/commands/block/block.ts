/** `tagview block`: the overview of a block of Prometheus, Thanos or Mimir, and the check of its parts. */

import { colours } from "../../output/colour";
import { jsonLine } from "../../output/json";
import { type Tables, tablePieces, tablesOf } from "../../output/tsv";
import { write, writePieces } from "../../output/write";
import { TagviewError } from "../../runtime/engine";
import { Status } from "../../runtime/exit-status";
import { withExamples } from "../../runtime/help";
import { inputsOf } from "../../runtime/inputs";
import { type OutputOptions, withOutput } from "../../runtime/options";
import { eachInput } from "../each-input";
import type { Register } from "../group";
import { printRemarks } from "../index-header/remarks";
import type { BlockJson, UnopenedJson } from "./block.schema";
import { type BlockFolder, blockAt } from "./folder";
import { type BlockContents, readBlock } from "./read";
import { blockText, blockTsv } from "./text";

interface BlockCommand extends OutputOptions {
  verify?: boolean;
}

export const block: Register = (program, done) => {
  withOutput(
    withExamples(
      program.command("block"),
      "Formats",
      ["block BLOCK", "time range, compaction level, sources, and the size of each part"],
      ["block BLOCK --verify", "check every chunk and every postings list"],
    ),
  )
    .description("a block of Prometheus, Thanos or Mimir: its folder with meta.json, index and chunks")
    .argument("<folder...>", "folders of blocks")
    .option("--verify", "read all chunks and postings lists")
    .action(async (folders: string[], options: BlockCommand) => {
      const tables = tablesOf(folders.length);
      done(await eachInput(inputsOf(folders), ({ name }) => show(name, options, tables)));
    });
};

async function show(name: string, options: BlockCommand, tables: Tables): Promise<Status> {
  const folder = await opened(name, options);
  const contents = await readBlock(folder, options);
  if (options.json) await write(jsonLine(blockJson(name, folder, contents)));
  else if (options.tsv) await writePieces(tablePieces(tables, name, blockTsv(folder, contents)));
  else await write(blockText(folder, contents, colours(options.color)));
  const status = printRemarks(contents, name, options);
  return status === Status.Good ? Status.Good : Status.Damaged;
}

/** The folder; with `--json` the error of one that is not a block is printed there too. */
async function opened(name: string, { json }: BlockCommand): Promise<BlockFolder> {
  try {
    return blockAt(name);
  } catch (thrown) {
    if (json && thrown instanceof TagviewError) {
      const unopened: UnopenedJson = { file: name, meta: null, complete: false, error: thrown.toObject() };
      await write(jsonLine(unopened));
    }
    throw thrown;
  }
}

function blockJson(file: string, { parts }: BlockFolder, contents: BlockContents): BlockJson {
  const { meta, index, chunks, verification, error, findings } = contents;
  return {
    file,
    meta,
    parts: parts.map(({ name, bytes }) => ({ name, bytes })),
    index:
      index === null
        ? null
        : {
            index_version: index.index_version ?? 0,
            symbols: index.symbols,
            label_names: index.label_names,
            label_values: index.label_values ?? 0,
          },
    chunks: chunks === null ? null : chunksJson(chunks),
    verification: verification === null ? null : verificationJson(verification),
    complete: error === null,
    error,
    findings,
  };
}

function chunksJson({
  series,
  chunks,
  min_time,
  max_time,
  segments,
  contents,
}: NonNullable<BlockContents["chunks"]>): NonNullable<BlockJson["chunks"]> {
  return { series, chunks, min_time, max_time, segments, contents };
}

function verificationJson({
  postings_lists,
  postings,
  unused_symbols,
}: NonNullable<BlockContents["verification"]>): NonNullable<BlockJson["verification"]> {
  return { postings_lists, postings, unused_symbols };
}
