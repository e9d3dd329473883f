import type { RecordingKind, ScanRequest, SourceDescription } from "@tagview/engine";
import { lazy } from "../../../app/lazy";
import { notify } from "../../../app/notice";
import { store } from "../../../app/store";
import type { Condition, Found } from "../../../app/viewer";
import { announce } from "../../../ui/announce";
import { some } from "../../../ui/numbers";
import { reactive } from "../../../ui/signals";
import { ignoredIn, readView, WHOLE } from "./codecs";
import { errorText } from "./error-text";
import { leave, NO_TRAIL } from "./history";
import { liveQueries, type Topic } from "./live-queries";
import { measuredByDefault } from "./measurements";
import { memoryLeft } from "./memory-left";
import { tickOf } from "./own-tick";
import { askRecording, errorOf, type Reading, readRecording, snapshotOf, summaryOf } from "./reading";
import { FORMAT, isFollowed, type Recording } from "./recording";
import { recordings } from "./recordings";
import { setResponse, stopResponse } from "./response";
import { summaryInRange } from "./results";
import { budgetSetting } from "./settings";
import { get, set } from "./state";
import { flaws, progressLine } from "./status";

const verdict = lazy(() => import("./verdict"));

/** Makes a recording from a source; it is read when it is first displayed, or drawn beside another one. */
export function openRecording({ name, source, origin, growing }: Found): Recording {
  const recording: Recording = reactive<Recording>({
    format: FORMAT,
    name,
    size: sizeOf(source),
    origin,
    source,
    growing: null,
    following: { is: "off" },
    reading: { phase: "unread" },
    kind: null,
    tick: null,
    view: null,
    trail: NO_TRAIL,
    compared: null,
    budget: 0,
    response: null,
    firstPair: null,
    queries: liveQueries(
      (request, options) => askRecording(recording, request, options),
      (topic, again) => answered(recording, topic, again),
      () => store.refresh(),
    ),
    show: (keys) => {
      const before = recording.view;
      const seen = keys ? readView(keys) : (before ?? WHOLE);
      if (before) leave(recording, before, seen);
      recording.view = seen;
      set({ current: recording });
      completeView(recording);
      readOnPage(recording);
      const ignored = keys && ignoredIn(keys);
      if (ignored) notify(ignored);
    },
    condition: () => conditionOf(recording),
    // Includes the compared recording, which is read at the same time.
    progress: () => progressLine(get()),
    stop: () => {
      for (const one of [get().current, get().compared]) {
        if (!one) continue;
        // What was followed is counted to its last frame.
        const keepsCounting = isFollowed(one.following);
        if (one.reading.phase === "running") one.reading.reader.stop();
        if (!keepsCounting) one.queries.cancel();
        stopResponse(one);
      }
    },
    close: () => {
      recording.queries.close();
      setResponse(recording, null);
      if (recording.reading.phase !== "unread") recording.reading.reader.close();
      for (const other of recordings()) if (other.compared === recording) other.compared = null;
      if (get().current === recording) set({ current: null });
    },
    comparison: {
      isOn: () => get().compared === recording,
      set: (on) => {
        const { current } = get();
        if (current) current.compared = on ? recording : null;
        if (!on) return;
        announce(`Compared with ${name}.`);
        readOnPage(recording);
      },
    },
  });
  void growing?.then((found) => {
    recording.growing = found;
  });
  return recording;
}

function sizeOf(source: SourceDescription): number | null {
  if (source.kind === "blob") return source.blob.size;
  return source.kind === "slices" ? source.source.byteLength : null;
}

/**
 * Completes the view of a displayed recording once its tick is known. An unchanged view gets the default measurement.
 * If the file states no tick, the view keeps the current setting: a tick chosen later for another recording does not
 * change this one.
 */
function completeView(recording: Recording): void {
  const { view, kind, tick } = recording;
  if (get().current !== recording || kind === null || view === null) return;
  const own = tickOf(recording);
  const seen = view === WHOLE ? measuredByDefault(view, own) : view;
  recording.view = seen.tick === null && tick === null ? { ...seen, tick: own } : seen;
}

/** Reads a displayed recording, which has priority for memory. */
function readOnPage(recording: Recording): void {
  if (recording.reading.phase !== "unread") return;
  announce(`Reading ${recording.name}.`);
  read(recording, "shown", [], (reading) => announce(ending(recording.name, reading)));
}

/**
 * Reads an unread recording, and counts `more` besides the usual results. `ended` is called once, also after a failure.
 */
export function read(
  recording: Recording,
  as: "shown" | "counted",
  more: ScanRequest["analyses"],
  ended: (reading: Reading) => void,
  /** Another source of the recording that is followed as it grows, and the function that receives every state. */
  followed?: { source: SourceDescription; become: (reading: Reading) => void },
): void {
  const others = recordings().filter((other) => other !== recording);
  recording.budget = memoryLeft(budgetSetting.load(), others, as === "shown");
  const onKind = (kind: RecordingKind): void => {
    recording.kind = kind;
    recording.tick = kind.tick;
    completeView(recording);
  };
  const source = followed?.source ?? recording.source;
  const options = {
    budget: recording.budget,
    more,
    onKind,
    tickOf: (kind: RecordingKind) => tickOf({ kind, tick: kind.tick, view: recording.view }),
    follow: followed !== undefined,
  };
  readRecording(source, options, (reading) => {
    const before = recording.reading.phase;
    recording.reading = reading;
    followed?.become(reading);
    if (before === "running" && reading.phase !== "running") ended(reading);
  });
}

/** The condition of a recording, by its reading, or by that before it was closed. */
export function conditionOf(recording: Recording, reading = recording.reading): Condition {
  if (reading.phase === "unread") return { is: "unread", text: "not read yet" };
  if (reading.phase === "running") return { is: "reading", text: "being read" };
  const error = errorOf(reading);
  const wrong = [...(error ? [errorText(error)] : []), ...flaws(reading)];
  if (reading.phase === "stopped") wrong.unshift("stopped");
  if (reading.phase === "done")
    wrong.push(...(verdict.want()?.verdictOf(recording, reading)?.unsteady ?? []));
  return wrong.length === 0
    ? { is: "sound", text: "read, sound" }
    : { is: "flawed", text: wrong.join(" · ") };
}

/** How reading ended, for screen readers. */
function ending(name: string, reading: Reading): string {
  const tags = some(snapshotOf(reading)?.tags ?? 0, "tag");
  const error = errorOf(reading);
  if (reading.phase === "stopped") return `Stopped. ${tags} of ${name} read.`;
  if (error) return `${name}: ${errorText(error)} ${tags} recovered.`;
  return `${name} is read: ${tags} on ${some(summaryOf(reading)?.channels.length ?? 0, "channel")}.`;
}

/** Draws the result, and announces the counts of a chosen range to screen readers. */
function answered(recording: Recording, topic: Topic, again: boolean): void {
  // While a recording is read, small updates wait for the next snapshot, because each frame slows down reading.
  if (again && recording.reading.phase === "running") return;
  store.refresh();
  const { current, view } = get();
  if (topic === "range" && recording === current && view.range)
    announce(`${some(summaryInRange(recording)?.tags ?? 0, "tag")} in the chosen range.`);
}
