/** `tagview coincidences --by`: a row for each pattern of each slice. */

import { jsonLine } from "../../output/json";
import { seconds } from "../../output/numbers";
import { printable } from "../../output/printable";
import { table } from "../../output/table";
import { type Cell, integers, tablePieces, texts } from "../../output/tsv";
import { write, writePieces } from "../../output/write";
import { type Coincidence, type Tick, toSeconds } from "../../runtime/engine";
import type { Label } from "./channel-file";
import { bareSlices, countedSlices, type SlicedCoincidence } from "./coincidence-slices";
import type { CoincidencesByJson } from "./coincidences.schema";
import { patternsJson } from "./patterns-json";
import type { SliceAnswers, SlicePrinting } from "./scan-slices";
import type { Sliced } from "./slices";
import { delaysJson, readWindow, type WindowOptions } from "./window";
import { withSeconds } from "./with-tick";

/** Request and output of `coincidences --by`. */
export const coincidencesBySlices: SliceAnswers<WindowOptions, SlicedCoincidence> = {
  help: "count each slice separately",
  request: (analyses, { json }) => countedSlices(analyses, !json),
  print,
  notes: (sliced, { options, tick }) => bareSlices(options, tick, sliced),
};

const COLUMNS = [...integers("from", "to"), ...texts("channels"), ...integers("counts"), ...texts("tags")];

async function print(
  name: string,
  sliced: Sliced<SlicedCoincidence>,
  { options, tick, label, tables }: SlicePrinting<WindowOptions>,
): Promise<void> {
  if (options.json) {
    const { window, delays } = readWindow(options, tick);
    const json: CoincidencesByJson = {
      file: name,
      by: options.by,
      window,
      delays: delaysJson(delays),
      period: (sliced.slices[0]?.result as Coincidence | undefined)?.period ?? null,
      complete: sliced.complete,
      slices: sliced.slices.map(({ from, to, result }) => ({
        from,
        to,
        from_s: toSeconds(from, tick),
        to_s: toSeconds(to, tick),
        span: result.span,
        patterns: patternsJson(result as Coincidence),
      })),
      tick_s: tick.seconds,
      error: sliced.error,
    };
    await write(jsonLine(json));
  } else if (options.tsv) {
    const rows = sliced.slices.flatMap(({ from, to, result: { patterns } }) =>
      patterns.map(({ channels, counts, tags }): Cell[] => [
        from,
        to,
        channels.join(","),
        counts,
        tags.join(","),
      ]),
    );
    const table = withSeconds({ columns: COLUMNS, rows }, tick, ["from", "to"]);
    await writePieces(tablePieces(tables, name, table, true));
  } else {
    await write(text(name, sliced, tick, label));
  }
}

function text(name: string, { slices }: Sliced<SlicedCoincidence>, tick: Tick, label: Label): string {
  const channels = slices[0]?.result.patterns.map(({ channels }) => channels.map(label).join(" + ")) ?? [];
  const rows = slices.map(({ from, to, result: { patterns } }) => [
    seconds(toSeconds(from, tick), 4),
    seconds(toSeconds(to - from + 1n, tick), 4),
    ...patterns.map(({ counts }) => `${counts}`),
  ]);
  const columns = ["from", "for", ...channels].map((title) => ({ title, align: "right" as const }));
  return `${printable(name)}   coincidences by slice\n\n${table(columns, rows)}\n`;
}
