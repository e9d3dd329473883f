import { si } from "@tagview/charts";
import type {
  IndexHeaderSummary,
  LabelSummary,
  LabelValues,
  OpenIndexHeader,
  SeriesStatistics,
  Text,
} from "@tagview/engine";
import type { Reading } from "../../app/reading";
import type { Item } from "../../app/viewer";
import type { BlockView } from "./codecs";

/**
 *     none       of a file without series
 *     unread --> reading --> read
 *       ^          |  |
 *       | stopped  |  +----> failed --> reading
 *       +----------+
 */
export type SeriesReading =
  | { is: "none" }
  | { is: "unread"; bytes: number }
  | { is: "reading"; done: number; stop: AbortController }
  | { is: "read"; statistics: SeriesStatistics }
  | { is: "failed"; error: string };

/** The label whose values are displayed. */
export interface Chosen {
  label: LabelSummary;
  /** Null until they are read. */
  values: LabelValues | null;
  /** The reason why the values could not be read, or a description of them; may be empty. */
  remark: string;
}

/** An open index-header. */
export interface Block extends Item {
  reading: Reading<OpenIndexHeader>;
  series: SeriesReading;
  chosen: Chosen | null;
  view: BlockView;
  /** Shows the values of a label. */
  choose(label: LabelSummary): void;
  /** Reads the series of a full index. */
  readSeries(): void;
  stopSeries(): void;
}

/** The summary of a file; null before it is read. */
export function summaryOf({ reading }: Block): IndexHeaderSummary | null {
  return reading.is === "read" ? reading.what.summary : null;
}

/** A name or a value as text: bytes that are not UTF-8 as `\xNN`. */
export function shown(text: Text | null): string {
  if (text === null) return "";
  return typeof text === "string" ? text : text.hex.replace(/../g, "\\x$&");
}

/** Number of series in a postings list of `bytes` bytes: their number and a reference to each, of four bytes each. */
export function seriesIn(bytes: number): number {
  return Math.max(0, Math.floor((bytes - 4) / 4));
}

/** A number of bytes as text; null if unknown. */
export function bytes(n: number | null): string {
  return n === null ? "–" : si(n, "B");
}
