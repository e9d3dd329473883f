import type { IndexHeaderSummary, LabelSummary, LabelValues, OpenIndexHeader, Text } from "@tagview/engine";
import type { Item } from "../../app/viewer";

/**
 *     unread --shown--> reading --> read
 *                          |
 *                          +------> failed     it could not be opened; damage is in what was read
 */
export type Reading =
  | { is: "unread" }
  | { is: "reading"; bytes: number; total: number | null; stop: AbortController }
  | { is: "read"; opened: OpenIndexHeader }
  | { is: "failed"; error: string };

/** The label whose values are shown. */
export interface Chosen {
  label: LabelSummary;
  /** Null until they are read. */
  values: LabelValues | null;
  /** What kept them from being read, or which they are; else empty. */
  remark: string;
}

/** An open index-header. */
export interface Block extends Item {
  reading: Reading;
  chosen: Chosen | null;
  /** Shows the values of a label. */
  choose(label: LabelSummary): void;
}

/** What is known of a file. */
export function summaryOf({ reading }: Block): IndexHeaderSummary | null {
  return reading.is === "read" ? reading.opened.summary : null;
}

/** A name or a value as it is shown: bytes that are no text as `\xNN`. */
export function shown(text: Text | null): string {
  if (text === null) return "";
  return typeof text === "string" ? text : text.hex.replace(/../g, "\\x$&");
}
