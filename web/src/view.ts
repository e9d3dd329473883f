import { toJson } from "@tagview/engine/json";
import { announce } from "./announce";
import { coincidenceOf, correlationOf, narrowedOf, parameters, peakOf, wholeOf } from "./results";
import { saveText } from "./save";
import { get, type Opened, type State } from "./state";
import { toHash } from "./url";

/** The whole view as it leaves the page: as one JSON file, or as a link. */

/** Everything that is shown and what it was counted with, as JSON; times are ticks and exact. */
export function viewJson(state: State): string {
  const { current, compared, view, tick, tickText } = state;
  const now = parameters(state);
  return toJson({
    ...fileJson(current),
    tick: tickText,
    tick_s: tick,
    selection: view.range,
    hidden: view.hidden,
    parameters: now && {
      ...now.pair,
      from: now.g2.from,
      to: now.g2.to,
      bin: now.bin,
      window: now.window,
      delays: now.delays,
      patterns: now.patterns,
    },
    results: resultsOf(current, state),
    compared: compared && { ...fileJson(compared), results: resultsOf(compared, state) },
  });
}

function fileJson(file: Opened | null): object {
  const snapshot = file?.run?.snapshot ?? null;
  return {
    file: file?.name ?? null,
    bytes: snapshot?.total ?? file?.size ?? null,
    tags: snapshot?.tags ?? null,
    complete: file?.run?.phase === "done" && snapshot?.complete === true,
    error: file?.run?.error ?? null,
  };
}

function resultsOf(file: Opened | null, state: State): object {
  const { view } = state;
  return {
    summary: narrowedOf(file, "summary", view),
    rate: wholeOf(file, "rate"),
    gaps: narrowedOf(file, "gaps", view),
    pairs: narrowedOf(file, "pairs", view),
    correlation: correlationOf(file),
    peak: peakOf(file, state),
    coincidence: coincidenceOf(file),
  };
}

/** Saves the view beside its file's name. */
export function saveView(): void {
  const state = get();
  if (state.current) saveText(viewJson(state), `${state.current.name}.view.json`, "application/json");
}

/** Puts a link to the view on the clipboard; true if it is there. */
export async function copyLink(): Promise<boolean> {
  const state = get();
  const { href } = new URL(toHash(state), location.href);
  try {
    await navigator.clipboard.writeText(href);
  } catch {
    announce("The browser keeps the clipboard closed. The link stands in its address bar.");
    return false;
  }
  announce(
    state.current?.address === null
      ? "The link is copied. It shows this view when the same file is dropped."
      : "The link is copied.",
  );
  return true;
}
