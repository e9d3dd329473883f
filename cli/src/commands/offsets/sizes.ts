/** The length of each of the seven encodings, as a table for programs and as text. */

import type { Colours } from "../../output/colour";
import { count, percent, plural } from "../../output/numbers";
import { table } from "../../output/table";
import { integers, type TableRows, texts } from "../../output/tsv";
import type { OffsetsHeader, OffsetsSize } from "../../runtime/engine";
import { encodingOf } from "./print";

export function sizesTsv(rows: OffsetsSize[]): TableRows {
  return {
    begins: [...texts("encoding"), ...integers("bytes")],
    rows: rows.map(({ encoding, bytes }) => [encoding, bytes]),
  };
}

export function sizesText(header: OffsetsHeader, rows: OffsetsSize[], { bold, dim }: Colours): string {
  const text = rows.find(({ encoding }) => encoding === "text")?.bytes ?? null;
  const lines = rows.map(({ encoding, bytes, error }) => [
    encoding,
    bytes === null ? "–" : count(bytes),
    bytes === null || text === null ? "" : percent(bytes, text),
    error === null ? "" : dim("can't hold these partitions"),
  ]);
  const body = table(
    [
      { title: "encoding", align: "left" },
      { title: "bytes", align: "right" },
      { title: "of text", align: "right" },
      { title: "", align: "left" },
    ],
    lines,
  );
  const version =
    header.version === 2 ? "" : `\n${dim("Mimir sends text with v1= in front: 3 bytes more.")}\n`;
  return `${bold(plural(header.count, "partition"))} · ${encodingOf(header)}\n\n${body}${version}`;
}
