import { asTagviewError, type IndexHeaderSummary, type OpenIndexHeader } from "@tagview/engine";
import { announce } from "../../ui/announce";
import { sentence } from "../../ui/sentence";
import type { SeriesReading } from "./block";

/** The initial state of the series of an opened file. */
export function unreadSeries({ kind, index_toc, sections }: IndexHeaderSummary): SeriesReading {
  const symbols = sections.find(({ name }) => name === "symbols");
  if (kind !== "index" || index_toc === null || symbols === undefined) return { is: "none" };
  const { series, ...others } = index_toc;
  const end = Object.values(others)
    .filter((offset) => offset >= series)
    .reduce((a, b) => (b < a ? b : a), BigInt(Number.MAX_SAFE_INTEGER));
  return { is: "unread", bytes: Number(end - series + symbols.bytes) };
}

/** Reads the series of an index; `settle` gets its progress and its result. */
export function readSeries(
  { summary, statistics }: OpenIndexHeader,
  settle: (series: SeriesReading) => void,
): void {
  const stop = new AbortController();
  settle({ is: "reading", done: 0, stop });
  const onBytes = (bytes: number, total: number | null): void => {
    if (!stop.signal.aborted) settle({ is: "reading", done: bytes / (total || 1), stop });
  };
  statistics({ signal: stop.signal, onBytes }).then(
    (found) => {
      announce(`${found.series} series.`);
      settle({ is: "read", statistics: found });
    },
    (reason: unknown) => {
      if (stop.signal.aborted) settle(unreadSeries(summary));
      else settle({ is: "failed", error: sentence(asTagviewError(reason)) });
    },
  );
}
