/** Coincidences by file, by slice of time, or from tag to tag of a channel: the table behind scans of a setting. */

import { seconds } from "../../output/numbers";
import {
  type Coincidence,
  type ErrorObject,
  engine,
  parseTime,
  queryAgain,
  type ScanRequest,
  type Session,
  type Summary,
  saysPeriods,
  TagviewError,
  type Tick,
  toSeconds,
  withFoundPeriod,
} from "../../runtime/engine";
import type { Input } from "../../runtime/inputs";
import { naming } from "../../runtime/options";
import { channelNumber } from "./options";

/** What a slice is: a recording, a length of time in ticks, or the time from a channel's tag to its next. */
export type By = { file: true } | { time: bigint } | { channel: bigint };

/** Ticks after the recording's first tag, both inclusive, and the coincidences between them. */
export interface Slice {
  from: bigint;
  to: bigint;
  coincidences: Coincidence;
}

export interface Sliced {
  slices: Slice[];
  /** Ticks at the end, too few for one more slice of the given time, whose tags are in none. */
  rest: bigint;
  complete: boolean;
  error: ErrorObject | null;
}

/** Most slices of a recording: each is asked for by itself. */
const MOST = 4096;

export const BY = "file, a time with its unit such as 100ms, or a channel that marks where slices begin";

/**
 * @throws TagviewError `usage` where it is none of the three.
 */
export function readBy(text: string, tick: Tick): By {
  if (text.toLowerCase() === "file") return { file: true };
  if (/^\d+$/.test(text)) return { channel: channelNumber(text) };
  const time = naming("--by", () => parseTime(text, tick));
  if (time > 0n) return { time };
  throw new TagviewError("usage", "--by is not longer than 0", `give ${BY}`);
}

/** What to say of tags that are in no slice; empty for nothing. */
export function leftOver({ slices, rest, error }: Sliced, by: By, tick: Tick): string {
  if (error !== null) return "";
  if ("channel" in by && slices.length === 0)
    return `note: no tag of channel ${by.channel} begins a slice; times of --by need a unit, as in ${by.channel}ms\n`;
  if (rest <= 0n) return "";
  return `note: the last ${seconds(toSeconds(rest, tick), 4)} are shorter than a slice, so their tags are in none\n`;
}

/** Counts coincidences in each slice of an input: `request` asks for them alone. */
export async function countSlices({ source, size }: Input, by: By, request: ScanRequest): Promise<Sliced> {
  const { selection, define, tick } = request;
  const definitions = { ...(define && { define }), ...(tick !== undefined && { tick }) };
  const session = engine.tags.open(source, { analyses: [{ name: "summary" }], ...definitions });
  try {
    const whole = await session.read.catch(unreadable);
    const { complete, error } = whole;
    const summary = whole.analyses.summary as Summary | undefined;
    if (summary === undefined) return { slices: [], rest: 0n, complete, error };
    if (summary.first === null || summary.last === null) return { slices: [], rest: 0n, complete, error };
    const end = summary.last - summary.first;
    const begin = selection?.from ?? 0n;
    const last = selection?.to !== undefined && selection.to < end ? selection.to : end;
    const markers =
      "channel" in by ? await markersOf({ source, size }, by.channel, summary.first, request) : [];
    const slices: Slice[] = [];
    const edges = edgesOf(by, begin, last, markers);
    const ofSlices = await withPeriodOfWhole(session, request);
    const rest = "time" in by ? last - (edges.at(-1)?.[1] ?? begin - 1n) : 0n;
    for (const [from, to] of edges) {
      const ofSlice = { ...ofSlices, selection: { ...selection, from, to } };
      const first = await session.ask(ofSlice);
      const again = queryAgain(ofSlice, first.analyses);
      const answer = again === null ? first : await session.ask(again);
      const coincidences = answer.analyses.coincidence as Coincidence | undefined;
      if (coincidences) slices.push({ from, to, coincidences });
      if (answer.error) return { slices, rest, complete: false, error: answer.error };
    }
    return { slices, rest, complete, error };
  } finally {
    session.close();
  }
}

/** A slice alone may hold too few pairs to tell that light is pulsed. */
async function withPeriodOfWhole(session: Session, request: ScanRequest): Promise<ScanRequest> {
  if (saysPeriods(request)) return request;
  const { analyses } = await session.ask(request);
  return withFoundPeriod(request, analyses) ?? request;
}

/** That an input can't be opened is an answer too, for which `--json` has a line. */
function unreadable(thrown: unknown): Sliced & { analyses: { summary?: Summary } } {
  if (!(thrown instanceof TagviewError) || thrown.code === "cancelled") throw thrown;
  return { slices: [], rest: 0n, complete: false, error: thrown.toObject(), analyses: {} };
}

/** Whole slices from `begin` to `last`; what is left over at the end of slices of a given time is left out. */
function edgesOf(by: By, begin: bigint, last: bigint, markers: bigint[]): [bigint, bigint][] {
  if ("file" in by) return [[begin, last]];
  if ("time" in by) {
    const n = (last - begin + 1n) / by.time;
    if (n > MOST) throw tooMany(`${n} slices`);
    return Array.from({ length: Number(n) }, (_, k) => {
      const from = begin + BigInt(k) * by.time;
      return [from, from + by.time - 1n];
    });
  }
  const inside = markers.filter((time) => time >= begin && time <= last);
  return inside.map((from, k) => [from, (inside[k + 1] ?? last + 1n) - 1n]);
}

/** When the tags of a channel come, in ticks after the recording's first tag; ascending. */
async function markersOf(
  { source, size }: Pick<Input, "source" | "size">,
  channel: bigint,
  first: bigint,
  { define, tick }: ScanRequest,
): Promise<bigint[]> {
  if (size === null) {
    throw new TagviewError("usage", "--by a channel reads its input twice", "name a file in place of a pipe");
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
  // A tag that comes too late for its place begins no slice of less than nothing.
  return [...new Set(times)].sort((a, b) => (a < b ? -1 : 1));
}

function tooMany(what: string): TagviewError {
  return new TagviewError("usage", `${what} are too many for --by`, `choose at most ${MOST} slices`);
}
