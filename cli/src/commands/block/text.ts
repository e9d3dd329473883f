/** A block as text and as a table for programs. */

import type { Colours } from "../../output/colour";
import { count, plural, size } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { integers, type Table, texts } from "../../output/tsv";
import type { BlockChunks, BlockMeta } from "../../runtime/engine";
import { timeText, verificationText } from "../index-header/statistics";
import type { BlockFolder } from "./folder";
import type { BlockContents } from "./read";

/** Maximum number of blocks that are named as sources. */
const MOST_SOURCES = 5;

export function blockTsv({ parts }: BlockFolder, { chunks }: BlockContents): Table {
  const inFile = chunksByFile(chunks);
  return {
    columns: [...texts("part"), ...integers("bytes", "chunks")],
    rows: parts.map(({ name, bytes }) => [name, bytes, inFile.get(name) ?? null]),
  };
}

export function blockText(folder: BlockFolder, block: BlockContents, colours: Colours): string {
  const { meta, chunks, verification } = block;
  return [
    ...(meta === null ? [] : [metaText(meta, colours)]),
    partsText(folder, block),
    ...(chunks === null ? [] : [chunksText(chunks)]),
    ...(verification === null ? [] : [verificationText(verification).trimStart()]),
  ].join("\n");
}

function metaText(meta: BlockMeta, { bold }: Colours): string {
  const { ulid, min_time, max_time, level, series, chunks, samples, tombstones } = meta;
  const facts = [
    bold(`block ${printable(ulid)}`),
    `${timeText(min_time)} to ${timeText(max_time)}`,
    `compaction level ${level}`,
    ...(series === null ? [] : [`${count(series)} series`]),
    ...(chunks === null ? [] : [plural(chunks, "chunk")]),
    ...(samples === null ? [] : [plural(samples, "sample")]),
    ...(tombstones === null || tombstones === 0 ? [] : [plural(tombstones, "tombstone")]),
  ];
  const others = [
    ...listed(
      "labels",
      meta.labels.map(({ name, value }) => `${name}=${JSON.stringify(value)}`),
    ),
    ...listed(
      "made of",
      meta.parents.map(({ ulid }) => ulid),
    ),
    ...listed(
      "sources",
      meta.sources.filter((source) => source !== ulid),
    ),
    ...listed("hints", meta.hints),
    ...(meta.source === null ? [] : [`written by ${printable(meta.source)}`]),
    ...(meta.resolution_ms === null || meta.resolution_ms === 0n
      ? []
      : [`downsampled to ${count(meta.resolution_ms)} ms`]),
    ...(meta.deletable ? ["deletable: a compaction left it without a sample"] : []),
    ...(meta.failed ? ["its compaction has failed"] : []),
  ];
  return [facts.join(" · "), ...others].map((line) => `${line}\n`).join("");
}

function listed(name: string, items: string[]): string[] {
  if (items.length === 0) return [];
  const left = items.length - MOST_SOURCES;
  const more = left > 0 ? ` and ${count(left)} more` : "";
  return [`${name}: ${items.slice(0, MOST_SOURCES).map(printable).join(", ")}${more}`];
}

/** Numbers of chunks by the path of their segment file. */
function chunksByFile(chunks: BlockChunks | null): Map<string, number> {
  return new Map(chunks?.segments.map(({ name, chunks }) => [`chunks/${name}`, chunks]));
}

function partsText({ parts }: BlockFolder, { chunks, index }: BlockContents): string {
  const inFile = chunksByFile(chunks);
  const contents = (name: string): string => {
    const n = inFile.get(name);
    if (n !== undefined) return plural(n, "chunk");
    if (name !== "index" || index === null) return "";
    return [
      plural(index.label_names, "label name"),
      plural(index.label_values ?? 0, "value"),
      ...(chunks === null ? [] : [`${count(chunks.series)} series`, plural(chunks.chunks, "chunk")]),
    ].join(", ");
  };
  return table(
    [
      { title: "part", align: "left" },
      { title: "size", align: "right" },
      { title: "contents", align: "left" },
    ],
    parts.map(({ name, bytes }) => [printable(name), size(bytes), contents(name)]),
  );
}

function chunksText({ contents }: BlockChunks): string {
  if (contents === null) return "the chunks were not read: --verify checks their contents\n";
  const { decreases, decreasing_series, encodings } = contents;
  const rows = encodings.map(({ encoding, chunks, samples, bytes }) => [
    encoding,
    count(chunks),
    samples === null ? "" : count(samples),
    size(Number(bytes)),
  ]);
  const lines =
    rows.length === 0
      ? ""
      : table(
          [
            { title: "encoding", align: "left" },
            { title: "chunks", align: "right" },
            { title: "samples", align: "right" },
            { title: "size", align: "right" },
          ],
          rows,
        );
  const falls = `${plural(decreases, "value")} lower than the one before, in ${count(decreasing_series)} series`;
  return `${lines}${falls}: resets of counters, and falls of gauges\n`;
}
