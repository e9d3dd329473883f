/** The engine's verdict on a recording, from its results. */

import { count, si } from "@tagview/charts";
import { recordingVerdict, type Verdict } from "@tagview/engine";
import { soundPart } from "./damage";
import { errorOf, summaryOf } from "./reading";
import type { Recording } from "./recording";
import { wholeOf } from "./results";

const time = (seconds: number): string => si(seconds, "s");

/** Null without results. `tick` is in seconds. */
export function verdictOf(recording: Recording, tick: number): Verdict | null {
  const [summary, rate] = [wholeOf(recording, "summary"), wholeOf(recording, "rate")];
  if (summary === null || rate === null || summary.tags === 0) return null;
  const { reading } = recording;
  const breaks = soundPart(summaryOf(reading)) !== null;
  const judged = {
    isWhole: reading.phase === "done" && errorOf(reading) === null && !breaks,
    outOfOrder: summary.out_of_order,
    // Times that damage has made would make rates, too.
    rate: breaks ? null : rate,
    tick,
  };
  return recordingVerdict(judged, { count, time });
}
