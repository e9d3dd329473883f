/** Recordings whose times begin again, as when files are joined. */

import { seconds } from "../../output/numbers";
import { type Summary, type Tick, toSeconds } from "../../runtime/engine";
import type { ScanCommand } from "./answer";

/** The time from which tags are out of order, and how to exclude that part; empty if all are in order. */
export function brokenOrder({ first, sound_tags, sound_until, tags }: Summary, tick: Tick): string {
  if (first === null || sound_tags === null || sound_until === null) return "";
  const until = sound_until - first;
  const share = Math.floor((100 * sound_tags) / tags);
  const place = seconds(toSeconds(until, tick), 5);
  return `times go back after ${place}: the recording is damaged there, or starts again; the first ${share} % of the tags are in order, and --to ${until} leaves out later times`;
}

/** A command that also counts where times begin again, and notes it. Results of `summary` cannot be added or merged. */
export function withRestartNotes(command: ScanCommand): ScanCommand {
  const { addsRestarts, request, times } = command;
  if (!addsRestarts || times === undefined) return command;
  return {
    ...command,
    request: { ...request, analyses: [...request.analyses, { name: "summary" }] },
    notes(name, snapshot) {
      const { summary } = snapshot.analyses;
      const broken = summary === undefined ? "" : brokenOrder(summary, times.tick);
      const notes = command.notes?.(name, snapshot) ?? [];
      return broken === ""
        ? notes
        : [...notes, `${broken}; the numbers add what was recorded at the same times`];
    },
  };
}
