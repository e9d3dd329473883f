/** Slices of a recording, each analysed as if it were the whole: the table behind scans of a setting. */

import {
  type ErrorObject,
  engine,
  parseTime,
  type ScanRequest,
  type Snapshot,
  type Summary,
  TagviewError,
  type Tick,
} from "../../runtime/engine";
import type { Input } from "../../runtime/inputs";
import { naming } from "../../runtime/options";
import { missingChannel, type NeededChannel } from "./needed-channels";
import { channelNumber } from "./options";
import { inOptions } from "./preflight";

/**
 * The kind of slices: recordings, equal times in ticks, times from a channel's tag to its next, or a number of equal
 * blocks.
 */
export type By = { file: true } | { time: bigint } | { channel: bigint } | { blocks: bigint };

/** Ticks after the recording's first tag, both inclusive, and the result of the analysis between them. */
export interface Slice<R> {
  from: bigint;
  to: bigint;
  result: R;
}

export interface Sliced<R> {
  slices: Slice<R>[];
  complete: boolean;
  error: ErrorObject | null;
  /** What the file states of itself, and counts of its reading. */
  about?: Snapshot["about"];
  /** Counts of the software clock. */
  clock?: Snapshot["clock"];
  /** Where the times of the selected range go back. */
  order_break?: Snapshot["order_break"];
}

/** Maximum number of slices of a recording. */
const MOST = 4096;

/** Maximum number of slices analysed in one pass over their tags: each takes up to a megabyte in every worker. */
const AT_ONCE = 16;

/** Maximum number of bins of histograms in memory, over all slices of a pass: 32 MiB of counts. */
const MAX_BINS = 2 ** 22;

/** The error about a recording without a range of time to divide. */
const ENDS_EARLIER: ErrorObject = {
  code: "order",
  message: "the last tag is earlier than the first, so there is no range of time to divide into slices",
  remedy: "sort the tags by time",
  offset: null,
};

/** Returns the number of slices analysed in one pass, each with a histogram of `bins` bins, up to `most`. */
export function slicesAtOnce(bins: number, most = AT_ONCE): number {
  return Math.max(1, Math.min(most, Math.floor(MAX_BINS / bins)));
}

/** Maximum bytes of tags held between the passes; the tags of a longer recording are decoded once more. */
const MOST_HELD = 64 << 20;

export const BY = "file, a time with its unit such as 100ms, or a channel whose tags begin slices";

/** The boundaries of slices of equal time, for the help. */
export const SLICES_OF_A_TIME =
  "slices of a time begin at the first tag or at --from, and the last one ends with the recording or at --to";

/**
 * @throws TagviewError `usage` for any other text.
 */
export function readBy(text: string, tick: Tick): By {
  if (text.toLowerCase() === "file") return { file: true };
  if (/^\d+$/.test(text)) return { channel: naming("--by", () => channelNumber(text)) };
  const time = naming("--by", () => parseTime(text, tick));
  if (time > 0n) return { time };
  throw new TagviewError("usage", "--by is not longer than 0", `give ${BY}`);
}

/** Returns the note about a channel without a tag that begins a slice; empty for any other answer. */
export function withoutMarkers({ slices, error }: Sliced<unknown>, by: By): string {
  if (error !== null || !("channel" in by) || slices.length > 0) return "";
  return `note: no tag of channel ${by.channel} begins a slice; times of --by need a unit, as in ${by.channel}ms\n`;
}

/** The request for each slice. */
export interface SlicesRequest<R> {
  request: ScanRequest;
  /** Channels that the recording must have. */
  needed: NeededChannel[];
  /** Returns the part of a slice's results that is kept; undefined if the slice has none. */
  kept(results: Snapshot["analyses"]): R | undefined;
  /** Maximum number of slices analysed in one pass over their tags; 16 by default. */
  atOnce?: number;
}

/** Runs the analyses of a request in each slice of an input. */
export async function askSlices<R>(
  { source, size }: Input,
  by: By,
  { request, needed, kept, atOnce = AT_ONCE }: SlicesRequest<R>,
): Promise<Sliced<R>> {
  const { selection, define, tick, clock } = request;
  const definitions = {
    ...(define && { define }),
    ...(tick !== undefined && { tick }),
    ...(clock && { clock }),
  };
  if (clock && "channel" in by)
    throw new TagviewError("usage", "--by a channel has no --clock", "give a time or a file, or no clock");
  const session = engine.tags.open(
    source,
    { analyses: [{ name: "summary" }], ...definitions },
    // An input that can be read only once is held in memory, up to the budget.
    size === null ? {} : { budget: MOST_HELD },
  );
  try {
    const whole = await session.read.catch(unreadable);
    const { complete } = whole;
    const summary = whole.analyses.summary as Summary | undefined;
    const channels = summary?.channels.map(({ channel }) => channel);
    const error = whole.error ?? (channels ? missingChannel(needed, channels) : null);
    const { first = null, last: latest = null } = summary ?? {};
    if (first === null || latest === null) return { slices: [], complete, error };
    const broken = whole.order_break ?? null;
    if (latest < first)
      return {
        slices: [],
        complete: false,
        error: error ?? ENDS_EARLIER,
        about: whole.about,
        order_break: broken,
      };
    const end = latest - first;
    const begin = selection?.from ?? 0n;
    const last = selection?.to !== undefined && selection.to < end ? selection.to : end;
    const order_break = broken !== null && broken.next - first <= last ? broken : null;
    const markers = "channel" in by ? await markersOf({ source, size }, by.channel, first, request) : [];
    const edges = edgesOf(by, begin, last, markers);
    const slices: Slice<R>[] = [];
    for (let k = 0; k < edges.length; k += atOnce) {
      const some = edges.slice(k, k + atOnce);
      const [from] = some[0] ?? [begin];
      const to = some.reduce((to, [, end]) => (end > to ? end : to), from);
      const question = { ...request, selection: { ...selection, from, to }, slices: some };
      const answer = await session.ask(question).catch(refused);
      const results = answer.analyses.slices as Snapshot["analyses"][] | undefined;
      for (const [j, found] of (results ?? []).entries()) {
        const [from, to] = some[j] ?? [0n, 0n];
        const result = kept(found);
        if (result !== undefined) slices.push({ from, to, result });
      }
      if (answer.error) return { slices, complete: false, error: error ?? answer.error, order_break };
    }
    return { slices, complete, error, about: whole.about, clock: whole.clock, order_break };
  } finally {
    session.close();
  }
}

/** Returns the result for a request that the recording does not allow, because `--json` prints a line for it. */
function refused(thrown: unknown): Pick<Snapshot, "error"> & { analyses: { slices?: unknown } } {
  if (!(thrown instanceof TagviewError) || thrown.code === "cancelled") throw thrown;
  return { error: inOptions(thrown).toObject(), analyses: {} };
}

/** The result for an input that cannot be opened, because `--json` prints a line for it. */
function unreadable(thrown: unknown): Sliced<never> & { analyses: { summary?: Summary } } {
  if (!(thrown instanceof TagviewError) || thrown.code === "cancelled") throw thrown;
  return { slices: [], complete: false, error: thrown.toObject(), analyses: {} };
}

/**
 * Returns the slices from `begin` to `last`. The number of slices of a time is the span divided by it, rounded up. The last
 * slice ends at `last` and contains it: the last tag of N whole slices lies before the end of the last one.
 */
function edgesOf(by: By, begin: bigint, last: bigint, markers: bigint[]): [bigint, bigint][] {
  if ("file" in by) return [[begin, last]];
  if ("time" in by) {
    if (begin > last) return [];
    const n = last === begin ? 1n : (last - begin + by.time - 1n) / by.time;
    if (n > MOST) throw tooMany(`${n} slices`);
    return Array.from({ length: Number(n) }, (_, k) => {
      const from = begin + BigInt(k) * by.time;
      return [from, BigInt(k) === n - 1n ? last : from + by.time - 1n];
    });
  }
  if ("blocks" in by) {
    const length = last - begin + 1n;
    if (length < by.blocks) return [];
    const edge = (k: bigint): bigint => begin + (k * length) / by.blocks;
    return Array.from({ length: Number(by.blocks) }, (_, k) => [edge(BigInt(k)), edge(BigInt(k + 1)) - 1n]);
  }
  const inside = markers.filter((time) => time >= begin && time <= last);
  return inside.map((from, k) => [from, (inside[k + 1] ?? last + 1n) - 1n]);
}

/** Times of the tags of a channel, in ticks after the recording's first tag; ascending. */
async function markersOf(
  { source, size }: Pick<Input, "source" | "size">,
  channel: bigint,
  first: bigint,
  { define, tick }: ScanRequest,
): Promise<bigint[]> {
  if (size === null) {
    throw new TagviewError("usage", "--by a channel reads its input twice", "name a file instead of a pipe");
  }
  const decoder = new TextDecoder();
  const times: bigint[] = [];
  let rest = "";
  const write = async (bytes: Uint8Array): Promise<void> => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) times.push(BigInt(line.split("\t")[1] ?? 0) - first);
    if (times.length > MOST) throw tooMany(`more than ${MOST} tags of channel ${channel}`);
  };
  const definitions = { ...(define && { define }), ...(tick !== undefined && { tick }) };
  await engine.tags.cat(source, { channels: [channel] }, { write, ...definitions });
  // A tag out of order must not begin a slice of negative length.
  return [...new Set(times)].sort((a, b) => (a < b ? -1 : 1));
}

function tooMany(what: string): TagviewError {
  return new TagviewError("usage", `${what} are too many for --by`, `choose at most ${MOST} slices`);
}
