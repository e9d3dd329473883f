/** What is worth knowing of another maker's recording before its numbers are used. */

import { count, plural } from "../../output/numbers";
import { DEFAULT_TICK, type RecordingKind, type Snapshot } from "../../runtime/engine";

export interface Remark {
  about: string;
  code: string;
  message: string;
}

/** That nothing says how long a tick is; null where something does. */
export function noTick({ readAs, tick }: RecordingKind): string | null {
  if (readAs === null || tick !== null) return null;
  return `nothing says how long a tick is, and ${DEFAULT_TICK} is taken: say it by --tick`;
}

/** What each count of a file's facts means, where it is not 0. */
const COUNTED: Record<string, { about: string; code: string; message: (n: number) => string }> = {
  overflows: {
    about: "tags",
    code: "overflows",
    message: (n) => `${plural(n, "overflow")} of the device's clock, which the times make up for`,
  },
  markers: {
    about: "channels",
    code: "markers",
    message: (n) => `${plural(n, "marker")}, on channels of their own`,
  },
  undefined_records: {
    about: "tags",
    code: "undefined-records",
    message: (n) => `${plural(n, "record")} of no kind that the format defines`,
  },
  broken_lines: {
    about: "tags",
    code: "broken-lines",
    message: (n) => `${plural(n, "line")} could not be read`,
  },
  rounded_times: {
    about: "tags",
    code: "rounded-times",
    message: (n) => `${count(n)} times had more digits than a tick tells, and were rounded`,
  },
};

/** What is remarkable in a recording that was read as another format. */
export function kindRemarks(kind: RecordingKind, snapshot: Snapshot, isTickGiven: boolean): Remark[] {
  const facts = snapshot.about?.facts ?? kind.facts;
  const remarks: Remark[] = [];
  const unknown = isTickGiven ? null : noTick(kind);
  if (unknown !== null) remarks.push({ about: "tick_s", code: "no-tick", message: unknown });
  for (const [key, { about, code, message }] of Object.entries(COUNTED)) {
    const value = facts[key];
    if (typeof value === "number" && value > 0) remarks.push({ about, code, message: message(value) });
  }
  if (facts.events_dropped === true)
    remarks.push({
      about: "tags",
      code: "events-dropped",
      message: "the device dropped events while it recorded",
    });
  return remarks;
}
