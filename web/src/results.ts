import type {
  Coincidence,
  Correlation,
  Delay,
  Finding,
  Gaps,
  Pairs,
  PairsEntry,
  Rate,
  Summary,
} from "@tagview/engine";
import type { Topic } from "./inquiry";
import { entryOf, type Parameters, parametersOf } from "./parameters";
import { summaryOf } from "./run";
import type { Opened, State } from "./state";

/** What is counted both of the whole file and of a range. */
interface Counts {
  summary: Summary;
  rate: Rate;
  gaps: Gaps;
  pairs: Pairs;
}

/** Of the whole file, as it is read. */
export function wholeOf<K extends keyof Counts>(file: Opened | null | undefined, name: K): Counts[K] | null {
  if (name === "pairs") return answered(file, "pairs", name);
  return (file?.run?.snapshot?.analyses[name] as Counts[K] | undefined) ?? null;
}

/** Of the chosen range; of the whole file as long as there is none, or no answer yet. */
export function narrowedOf<K extends keyof Counts>(
  file: Opened | null | undefined,
  name: K,
  { range }: State["view"],
): Counts[K] | null {
  const asked = range && answered<Counts[K]>(file, name === "pairs" ? "range pairs" : "range", name);
  return asked ?? wholeOf(file, name);
}

/** The finer rates inside of the chosen range. */
export const rateInRange = (file: Opened | null): Rate | null => answered(file, "range", "rate");
export const summaryInRange = (file: Opened | null): Summary | null => answered(file, "range", "summary");

export const correlationOf = (file: Opened | null): Correlation | null =>
  answered(file, "correlation", "correlation");
export const coincidenceOf = (file: Opened | null): Coincidence | null =>
  answered(file, "coincidences", "coincidence");

/** The peak of the pair's correlation: as the matrix tells it or, beyond the matrix' delays, as it was looked for. */
export function peakOf(file: Opened | null, state: State): PairsEntry | Delay | null {
  const now = parameters(state);
  if (!now?.pair) return null;
  if (!now.peakUnknown) return entryOf(narrowedOf(file, "pairs", state.view), now.pair);
  const found = answered<Delay>(file, "delay", "delay");
  return found?.a === now.pair.a && found.b === now.pair.b ? found : null;
}

function answered<T>(file: Opened | null | undefined, topic: Topic, id: string): T | null {
  return (file?.inquiry?.answer(topic)?.analyses?.[id] as T | undefined) ?? null;
}

/** Why a question could not be answered; null where it was, or will be. */
export function refusalOf(file: Opened | null, topic: Topic): Finding | null {
  return file?.inquiry?.pending(topic) === false ? (file.inquiry.answer(topic)?.error ?? null) : null;
}

let last: { inputs: readonly unknown[]; parameters: Parameters } | null = null;

/** What is asked now, of the current file and of the one beside it; null where nothing is open. */
export function parameters({ current, view }: State): Parameters | null {
  if (!current) return null;
  // A pair that is not chosen waits for the matrix, and does without where there can't be one.
  const known = wholeOf(current, "pairs") ?? (refusalOf(current, "pairs") ? "unknown" : null);
  const inputs = [view, known, summaryOf(current.run)] as const;
  if (!last?.inputs.every((input, index) => input === inputs[index]))
    last = { inputs, parameters: parametersOf(...inputs) };
  return last.parameters;
}
