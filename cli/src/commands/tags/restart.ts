/** Recordings whose times begin again, as when files are joined. */

import { seconds } from "../../output/numbers";
import { type Snapshot, type Summary, type Tick, toSeconds } from "../../runtime/engine";

/** The time from which tags are out of order, and how to exclude that part; empty if all are in order. */
export function brokenOrder({ first, sound_tags, sound_until, tags }: Summary, tick: Tick): string {
  if (first === null || sound_tags === null || sound_until === null) return "";
  const until = sound_until - first;
  const share = Math.floor((100 * sound_tags) / tags);
  const place = seconds(toSeconds(until, tick), 5);
  return `times go back after ${place}: the recording is damaged there, or starts again; the first ${share} % of the tags are in order, and --to ${until} leaves out later times`;
}

/** A note for a command that counts the tags of each part at the same times. */
export function restartNotes({ analyses: { summary } }: Snapshot, tick: Tick): string[] {
  const broken = summary === undefined ? "" : brokenOrder(summary, tick);
  return broken === "" ? [] : [`${broken}; the numbers add what was recorded at the same times`];
}
