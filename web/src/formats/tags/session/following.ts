/** Recordings that are read on as they grow. */

import { announce } from "../../../ui/announce";
import { read } from "./open-recording";
import { type Reading, snapshotOf } from "./reading";
import { type Following, isFollowed, type Recording } from "./recording";

/** Milliseconds after which the page updates the time since the last change. */
const TICK_MS = 1000;

/** Reads a recording again from its beginning, and continues as it grows. */
export function follow(recording: Recording): void {
  announce(`Following ${recording.name}.`);
  begin(recording, false);
}

function begin(recording: Recording, anew: boolean): void {
  const { growing, reading } = recording;
  if (growing === null) return;
  if (reading.phase !== "unread") reading.reader.close();
  recording.reading = { phase: "unread" };
  recording.following = { is: "joining", anew };
  const ticking = setInterval(() => {
    recording.following = { ...recording.following };
  }, TICK_MS);
  const become = (now: Reading): void => {
    recording.following = next(recording.following, now);
  };
  const ended = (now: Reading): void => {
    clearInterval(ticking);
    const isOther = snapshotOf(now)?.follow?.state === "truncated";
    if (isOther) begin(recording, true);
    else announce(`${recording.name} is followed no more.`);
  };
  read(recording, "shown", [], ended, { source: growing, become });
}

/** The next state of following, from the state of reading. */
function next(before: Following, reading: Reading): Following {
  if (reading.phase === "unread") return before;
  const state = snapshotOf(reading)?.follow?.state;
  if (reading.phase === "done" && state !== "truncated") return { is: "ended", why: ENDS[state ?? ""] ?? "" };
  if (reading.phase !== "running" && reading.phase !== "done") return { is: "ended", why: "" };
  const anew = isFollowed(before) && before.anew;
  const { follow, tags = 0 } = snapshotOf(reading) ?? {};
  if (follow === undefined) return before;
  const isSame = before.is === "following" && before.tags === tags;
  const changed = isSame ? before.changed : performance.now();
  return { is: "following", anew, tags, changed, pending: follow.pending };
}

const ENDS: Record<string, string> = {
  finished: "finished: its index has come",
  replaced: "the file was replaced or removed; open it again",
};
