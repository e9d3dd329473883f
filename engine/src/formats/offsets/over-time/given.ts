/** Headers in user input: lines of any log, or a HAR file. */

import type { SeriesRemark } from "./remark.ts";
import { isTimestamp, type Timestamp, timestampIn, timestampOfField, toRfc3339 } from "./timestamp.ts";

/** Maximum number of headers; from more, evenly spaced ones are used. */
const MOST_HEADERS = 4096;
/** Maximum total entries of all headers; with more, evenly spaced headers are used. */
const MOST_ENTRIES = 4_000_000;
/** Maximum characters of text that are searched for headers. */
export const MOST_TEXT = 64 << 20;

/** A header, and its source. */
export interface GivenHeader {
  /** The value with its surroundings, as input of `Offsets.read`. */
  text: string;
  /** Nanoseconds since 1970; null if unknown. */
  time_ns: bigint | null;
  /** Number of the line, or of the entry in a HAR file, starting at 1. */
  place: number;
}

export interface GivenHeaders {
  headers: GivenHeader[];
  /** Number of headers, including unused ones. */
  found: number;
  from: "lines" | "har";
  remarks: SeriesRemark[];
}

const NAME = /x-read-consistency-offsets|__consistency_offsets__/iu;
const VERSION = /(?:^|[\s"'=:[({])v[12]=\d/u;
const VALUE = /\bv[12]=\d[^\s"'\\)\]}]*/u;
const ENTRIES = /(?:^|\s)\d+:-?\d+(?:,\d+:-?\d+)*\s*$/u;

/**
 * Finds the headers in text, in order: at most one per line, or one per entry of a HAR file. Other lines are
 * skipped. The time of a header is the first date, or field with a Unix time, before it on its line, a Unix time at the
 * beginning of the line, a field with a time after it, a time alone on a line since the previous header, or the entry's
 * `startedDateTime`.
 */
export function headersIn(text: string): GivenHeaders {
  const remarks: SeriesRemark[] = [];
  let searched = text;
  if (text.length > MOST_TEXT) {
    searched = text.slice(0, MOST_TEXT);
    remarks.push({
      code: "cut",
      message: `Only the first ${MOST_TEXT} of ${text.length} characters were searched for headers.`,
    });
  }
  const har = harEntries(searched, remarks);
  const found = har === null ? inLines(searched, remarks) : inEntries(har);
  return {
    headers: thinned(found, remarks),
    found: found.length,
    from: har === null ? "lines" : "har",
    remarks,
  };
}

/**
 * The headers as lines of a time and a value, which `headersIn` can read again. The rest of each line is removed. If a
 * header is not text, so that its end is unknown, only the text before its name is removed.
 */
export function toLines(headers: readonly GivenHeader[]): string {
  return headers
    .map(({ text, time_ns }) => {
      const line = text.trim();
      const { at } = headerAt(line);
      const header = line.slice(Math.max(at, 0));
      const value = VALUE.exec(header)?.[0] ?? header.trim();
      return time_ns === null ? value : `${toRfc3339(time_ns)} ${value}`;
    })
    .join("\n");
}

/** Start of the header in a line, and whether it consists only of entries, recognised only by their form. */
function headerAt(line: string): { at: number; isBare: boolean } {
  const named = line.search(NAME);
  if (named >= 0) return { at: named, isBare: false };
  const versioned = line.search(VERSION);
  if (versioned >= 0) return { at: versioned, isBare: false };
  return { at: line.search(ENTRIES), isBare: true };
}

function inLines(text: string, remarks: SeriesRemark[]): GivenHeader[] {
  const headers: GivenHeader[] = [];
  let alone: Timestamp | null = null;
  let unzoned = 0;
  let place = 0;
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf("\n", from);
    const line = text.slice(from, end < 0 ? text.length : end).replace(/\r$/u, "");
    from = end < 0 ? text.length + 1 : end + 1;
    place += 1;
    const { at, isBare } = headerAt(line);
    if (at < 0) {
      if (line.length < 80 && isTimestamp(line)) alone = timestampIn(line);
      continue;
    }
    const time: Timestamp | null =
      timestampIn(line.slice(0, at)) ?? timestampOfField(line.slice(at)) ?? alone;
    alone = null;
    if (time?.zoned === false) unzoned += 1;
    headers.push({ text: isBare ? line.slice(at).trim() : line, time_ns: time?.ns ?? null, place });
  }
  if (unzoned > 0) {
    remarks.push({
      code: "no-zone",
      message: `${unzoned} of the times have no zone and were read as UTC.`,
    });
  }
  return headers;
}

/** The entries of a HAR file; null if the text is not one. */
function harEntries(text: string, remarks: SeriesRemark[]): unknown[] | null {
  if (!/^\uFEFF?\s*\{/u.test(text.slice(0, 1024)) || !text.includes('"entries"')) return null;
  try {
    const parsed = JSON.parse(text.replace(/^\uFEFF/u, "")) as { log?: { entries?: unknown } } | null;
    const entries = parsed?.log?.entries;
    return Array.isArray(entries) ? entries : null;
  } catch {
    remarks.push({
      code: "bad-har",
      message:
        "This looks like a HAR file but is not valid JSON; it may be cut. Its lines were searched instead.",
    });
    return null;
  }
}

function inEntries(entries: unknown[]): GivenHeader[] {
  return entries.flatMap((entry, index) => {
    const { request, response, startedDateTime } = (entry ?? {}) as Record<string, unknown>;
    const value = headerOf(request) ?? headerOf(response);
    if (value === null) return [];
    const time = typeof startedDateTime === "string" ? timestampIn(startedDateTime) : null;
    return [{ text: value, time_ns: time?.ns ?? null, place: index + 1 }];
  });
}

function headerOf(message: unknown): string | null {
  const { headers } = (message ?? {}) as { headers?: unknown };
  if (!Array.isArray(headers)) return null;
  for (const header of headers) {
    const { name, value } = (header ?? {}) as Record<string, unknown>;
    if (typeof name !== "string" || typeof value !== "string" || !/^\S+$/u.test(value)) continue;
    if (/^(?:x-read-consistency-offsets|__consistency_offsets__)$/iu.test(name)) return value;
  }
  return null;
}

/** The maximum number of evenly spaced headers, with the first and the last. */
function thinned(headers: GivenHeader[], remarks: SeriesRemark[]): GivenHeader[] {
  let entries = 0;
  for (const { text } of headers) entries += entriesOf(text);
  const share = entries > MOST_ENTRIES ? MOST_ENTRIES / entries : 1;
  const wanted = Math.max(2, Math.min(MOST_HEADERS, Math.floor(headers.length * share)));
  if (headers.length <= wanted) return headers;
  remarks.push({
    code: "thinned",
    message: `Of ${headers.length} headers, ${wanted} evenly spaced ones are used: give fewer headers to see all of them.`,
  });
  const step = (headers.length - 1) / (wanted - 1);
  return Array.from({ length: wanted }, (_, index) => headers[Math.round(index * step)]).filter(
    (header) => header !== undefined,
  );
}

function entriesOf(text: string): number {
  let entries = 1;
  for (let at = text.indexOf(","); at >= 0; at = text.indexOf(",", at + 1)) entries += 1;
  return entries;
}
