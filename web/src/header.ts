import { count } from "@tagview/charts";
import {
  asTagviewError,
  OFFSET_ENCODINGS,
  type OffsetEncoding,
  type OffsetsDiff,
  type OffsetsHeader,
  type OffsetsSize,
  type OffsetsTimes,
  offsets,
  offsetsDiff,
  offsetsSizes,
  offsetsTimes,
} from "@tagview/engine";
import { announce } from "./announce";
import { keyOf } from "./partition";
import { sentence } from "./sentence";
import { get, set } from "./state";

/** What the person gave. */
interface Given {
  text: string;
  /** A second header, to compare with; may be empty. */
  other: string;
  /** How the first one is encoded; null to have it recognised. */
  encoding: OffsetEncoding | null;
}

/** What was pasted, and what it says. */
export interface Header extends Given {
  result: OffsetsHeader | null;
  /** Why nothing could be read at all; what is wrong with a part of it is in the result. */
  error: string | null;
  /** How far the first is behind the second; null where there is no second. */
  lag: { right: OffsetsHeader; diff: OffsetsDiff } | null;
  sizes: OffsetsSize[] | null;
  /** Of the encodings that were timed so far. */
  times: Partial<Record<OffsetEncoding, OffsetsTimes>>;
}

const NOTHING = { result: null, error: null, lag: null, sizes: null, times: {} };

export const NO_HEADER: Header = { text: "", other: "", encoding: null, ...NOTHING };

/** A moment without typing, after which times are measured: they would make typing wait. */
const REST_MS = 400;

/** Counts the readings, so that an answer to what has changed since is dropped. */
let reading = 0;

/** Reads what was pasted anew after a change. */
export async function readHeader(change: Partial<Given>): Promise<void> {
  reading += 1;
  const mine = reading;
  const current = (): boolean => mine === reading;
  const { text, other, encoding } = { ...get().header, ...change };
  const given: Given = { text, other, encoding };
  set({ header: { ...get().header, ...given } });
  if (text.trim() === "") {
    set({ header: { ...given, ...NOTHING } });
    return;
  }
  const how = { encoding: encoding ?? undefined, rows: false };
  try {
    const result = await offsets(text, how);
    const lag =
      other.trim() === ""
        ? null
        : {
            right: await offsets(other, { rows: false }),
            diff: await offsetsDiff(text, other, how),
          };
    if (!current()) return;
    set({ header: { ...given, ...NOTHING, result, lag } });
    announce(spoken(result, lag?.diff ?? null));
    const sizes = await offsetsSizes(text, how);
    if (!current()) return;
    set({ header: { ...get().header, sizes } });
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    for (const format of OFFSET_ENCODINGS) {
      if (!current()) return;
      const measured = await offsetsTimes(text, format, how);
      if (!current()) return;
      set({ header: { ...get().header, times: { ...get().header.times, [format]: measured } } });
    }
  } catch (reason) {
    if (!current()) return;
    const error = sentence(asTagviewError(reason));
    set({ header: { ...given, ...NOTHING, error } });
    announce(error);
  }
}

function spoken(result: OffsetsHeader, diff: OffsetsDiff | null): string {
  const first = result.error ? sentence(result.error) : `${count(result.count)} partitions.`;
  return diff ? `${first} ${worstOf(diff)}` : first;
}

/** The answer to "which partition is behind?" as a sentence. */
export function worstOf({ worst, max_lag }: OffsetsDiff): string {
  if (worst === null || max_lag === null) return "The two headers have no partition in common.";
  return max_lag > 0n
    ? `Partition ${keyOf(worst)} is furthest behind: ${count(max_lag)} to catch up.`
    : "No partition is behind.";
}
