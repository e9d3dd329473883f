/** What a figure shows: the answers that its chart, numbers, file name and caption come from. */

import type { AnalysisRequest, RecordingKind } from "@tagview/engine";
import { PANELS, type PanelId } from "../export/panel-id";
import type { Pair, View } from "../model/view";
import type { Answer } from "./live-queries";
import { rateOf } from "./rate-bins";
import { type Reading, snapshotOf } from "./reading";
import type { Recording } from "./recording";
import { answered, channelsNow, narrowedAnswer, parametersNow, peakOf, wholeOf } from "./results";
import { coveredBy, readCaption, readLabel, readPart, scopeLabel } from "./scope-label";
import type { State } from "./state";

/** A recording as a figure shows it. */
export interface ShownRecording {
  readonly name: string;
  readonly size: number | null;
  readonly kind: RecordingKind | null;
  readonly readAs: Recording["source"]["readAs"];
  readonly reading: Reading;
  /** Name of the file with the measured response that the lifetime is fitted with; null for none. */
  readonly response: string | null;
  /** The answer that the chart is drawn from; null without results. */
  readonly answer: Answer | null;
  /** The drawn results by their names. */
  readonly results: Readonly<Record<string, object | null>>;
  /** The part of the recording that the answer covers, for captions; null for all. */
  readonly covered: string | null;
  /** Length of the recording in ticks, if the answer covers all of it. */
  readonly length: bigint | null;
}

/** The content of a figure. Later changes of the session do not change it. */
export interface Shown {
  readonly panel: PanelId;
  readonly current: ShownRecording;
  readonly compared: ShownRecording | null;
  readonly view: View;
  readonly tick: number;
  readonly tickText: string;
  readonly units: State["units"];
  /** The channels that are switched on. */
  readonly channels: readonly bigint[];
  /** The label beside the title; null for all of the recording. */
  readonly label: string | null;
  /** The coincidence window drawn on the chart; null for none. */
  readonly window: bigint | null;
  /** Whether single tags are drawn in place of rates. */
  readonly isOfTags: boolean;
}

/** The content of a panel's figure that is drawn from `state`; `tags` is the answer of single tags drawn instead. */
export function shownIn(panel: PanelId, state: State, tags: Answer | null = null): Shown | null {
  const { current, compared, tick, tickText, units } = state;
  if (!current) return null;
  const view = { ...state.view };
  const shown = recordingIn(panel, state, current, tags);
  const { answer } = shown;
  const now = parametersNow(state);
  const correlated = panel === "g2" ? analysisOf(answer, "correlation") : undefined;
  const isChosen = isOfPair(answer, now?.pair);
  const second = compared && recordingIn(panel, state, compared, null);
  const isDrawn =
    panel === "rate" ? !view.apart : panel !== "g2" || isOfPair(second?.answer ?? null, correlated);
  const topic = panel === "matrix" && view.range ? "range pairs" : PANELS[panel].topics[0];
  return {
    panel,
    current: shown,
    compared: isDrawn ? second : null,
    view,
    tick,
    tickText,
    units,
    channels: channelsNow(state).filter((channel) => !view.hidden.has(channel)),
    label:
      panel === "rate"
        ? readPart(tags ?? answer, current, readLabel)
        : scopeLabel(state, topic, answer ?? current.queries.answer(topic)),
    window: correlated && isChosen && correlated.a !== correlated.b ? (now?.window ?? null) : null,
    isOfTags: tags !== null,
  };
}

function isOfPair(answer: Answer | null, pair: Pair | null | undefined): boolean {
  const { a, b } = analysisOf(answer, "correlation") ?? {};
  return a === pair?.a && b === pair?.b;
}

/** The analysis of a name in the request of an answer. */
export function analysisOf<N extends AnalysisRequest["name"]>(
  answer: Answer | null,
  name: N,
): Extract<AnalysisRequest, { name: N }> | undefined {
  const isNamed = (one: AnalysisRequest): one is Extract<AnalysisRequest, { name: N }> => one.name === name;
  return answer?.request.analyses.find(isNamed);
}

function recordingIn(
  panel: PanelId,
  state: State,
  recording: Recording,
  tags: Answer | null,
): ShownRecording {
  const { name, size, kind, source, reading } = recording;
  const answer = answerIn(panel, state, recording);
  const covered =
    panel === "rate"
      ? readPart(tags ?? answer, recording, readCaption)
      : coveredBy(answer, recording, null, PANELS[panel].topics[0], readCaption);
  const isWhole = answer !== null && answer.tags === snapshotOf(reading)?.tags;
  return {
    name,
    size,
    kind,
    readAs: source.readAs,
    reading,
    response: analysisOf(answer, "lifetime")?.response ? (recording.response?.name ?? null) : null,
    answer,
    results: resultsIn(panel, state, recording, answer),
    covered,
    length: isWhole ? (wholeOf(recording, "summary")?.span ?? null) : null,
  };
}

function answerIn(panel: PanelId, state: State, recording: Recording): Answer | null {
  if (panel === "rate") return rateOf(recording, state)?.answer ?? null;
  if (panel === "gaps") return narrowedAnswer(recording, "gaps", state.view);
  if (panel === "matrix") return narrowedAnswer(recording, "pairs", state.view);
  return answered(recording, PANELS[panel].topics[0]);
}

function resultsIn(
  panel: PanelId,
  state: State,
  recording: Recording,
  answer: Answer | null,
): ShownRecording["results"] {
  const name = PANELS[panel].analysis;
  if (panel === "rate") return { [name]: rateOf(recording, state)?.rate ?? null };
  const result = (answer?.analyses?.[name] as object | undefined) ?? null;
  if (panel !== "g2") return { [name]: result };
  return { [name]: result, peak: peakOf(recording, state, analysisOf(answer, "correlation")) };
}
