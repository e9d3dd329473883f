import { toJson } from "@tagview/engine/json";
import { saveText } from "../../../ui/save";
import type { Topic } from "../session/live-queries";
import { rateOf } from "../session/rate-bins";
import { errorOf, snapshotOf } from "../session/reading";
import type { Recording } from "../session/recording";
import {
  coincidenceOf,
  correlationOf,
  imageOf,
  lifetimeOf,
  narrowedOf,
  parametersNow,
  peakOf,
  stabilityOf,
} from "../session/results";
import { analysisOf, type Shown, type ShownRecording } from "../session/shown";
import { get, type State } from "../session/state";
import { PANELS } from "./panel-id";

/** The topics whose answers form a result. */
const TOPICS = {
  summary: ["range", "virtual"],
  rate: ["rate", "virtual"],
  gaps: ["range", "virtual"],
  pairs: ["pairs", "range pairs"],
  correlation: ["correlation"],
  peak: ["delay", "pairs", "range pairs"],
  coincidence: ["coincidences"],
  lifetime: ["lifetime"],
  stability: ["stability"],
  image: ["image"],
} satisfies Record<string, readonly Topic[]>;

type ResultName = keyof typeof TOPICS;

/** The displayed results and their parameters, as JSON. Times are ticks and exact. */
function viewJson(state: State): string {
  const { current, compared, view, tick, tickText } = state;
  const now = parametersNow(state);
  return toJson({
    ...recordingJson(current),
    tick: tickText,
    tick_s: tick,
    selection: view.range,
    hidden: view.hidden,
    define: view.define,
    names: Object.fromEntries(view.names),
    ranges: view.ranges,
    note: view.note,
    parameters: now && {
      ...now.pair,
      from: now.g2.from,
      to: now.g2.to,
      bin: now.bin,
      period: now.period,
      fit: now.fit,
      window: now.window,
      accidentals: now.accidentals,
      displaced: now.displaced,
      delays: now.delays,
      patterns: now.patterns,
      lifetime: now.lifetime,
    },
    results: resultsOf(current, state),
    compared: compared && { ...recordingJson(compared), results: resultsOf(compared, state) },
  });
}

/** The results of one figure, and the requests and parts of the recordings that they are of, as JSON. */
export function figureJson({ panel, current, compared, view, tick, tickText }: Shown): string {
  const { selection = null, define = [] } = current.answer?.request ?? {};
  const { name: _name, id: _id, ...parameters } = analysisOf(current.answer, PANELS[panel].analysis) ?? {};
  const partJson = (recording: ShownRecording): object => ({
    ...recordingJson(recording),
    counted: { tags: recording.answer?.tags ?? null, part: recording.covered },
  });
  const printed = ({ results }: ShownRecording): object =>
    Object.fromEntries(Object.entries(results).map(([name, result]) => [name, asPrinted(result)]));
  return toJson({
    ...partJson(current),
    tick: tickText,
    tick_s: tick,
    selection,
    hidden: view.hidden,
    define,
    names: Object.fromEntries(view.names),
    note: view.note,
    parameters,
    results: printed(current),
    compared: compared && { ...partJson(compared), results: printed(compared) },
  });
}

function recordingJson(recording: Pick<Recording, "name" | "size" | "reading"> | null): object {
  const snapshot = snapshotOf(recording?.reading);
  return {
    file: recording?.name ?? null,
    bytes: snapshot?.total ?? recording?.size ?? null,
    tags: snapshot?.tags ?? null,
    complete: recording?.reading.phase === "done" && snapshot?.complete === true,
    error: errorOf(recording?.reading),
  };
}

function resultsOf(recording: Recording | null, state: State): object {
  const { view } = state;
  const all: Record<ResultName, object | null> = {
    summary: narrowedOf(recording, "summary", view),
    rate: rateOf(recording, state)?.rate ?? null,
    gaps: narrowedOf(recording, "gaps", view),
    pairs: asPrinted(narrowedOf(recording, "pairs", view)),
    correlation: asPrinted(correlationOf(recording)),
    peak: asPrinted(peakOf(recording, state)),
    coincidence: asPrinted(coincidenceOf(recording)),
    lifetime: asPrinted(lifetimeOf(recording)),
    stability: stabilityOf(recording),
    image: imageOf(recording),
  };
  // The answer to an earlier query does not belong to these parameters.
  const isAnswered = (name: ResultName): boolean =>
    TOPICS[name].every((topic) => !recording?.queries.pending(topic) && !recording?.queries.stopped(topic));
  const names = Object.keys(all) as ResultName[];
  return Object.fromEntries(names.map((name) => [name, isAnswered(name) ? all[name] : null]));
}

/** A result with the keys that the command line prints: there, `reordered` is called `moved`. */
function asPrinted(result: object | null): object | null {
  if (!result || !("reordered" in result)) return result;
  return Object.fromEntries(
    Object.entries(result).map(([key, value]) => [key === "reordered" ? "moved" : key, value]),
  );
}

/** Saves the view in a file named after the recording. */
export function saveView(): void {
  const state = get();
  if (state.current) saveText(viewJson(state), `${state.current.name}.view.json`, "application/json");
}
