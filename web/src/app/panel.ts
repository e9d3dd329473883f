import { h, setText } from "../ui/dom";
import { sentence } from "../ui/sentence";
import { derived } from "./signals";

/** A part of the page that is drawn separately. */
export interface Panel<State> {
  root: HTMLElement;
  /** Draws `state`: again only after a signal that was read changed. */
  render(state: State): void;
}

/** Milliseconds of drawing after which the panels that are left wait for the next frame. */
const SLICE_MS = 12;

/**
 * Draws panels one after another, each that shows something that changed. A panel that throws shows its error in its place, and
 * the others are drawn none the less. Panels that take long are spread over frames: `refresh` asks for the next one.
 */
export function panelGroup<State>(
  panels: readonly Panel<State>[],
  refresh: () => void,
  stateOf: () => State | null,
): () => void {
  const guarded = panels.map((panel) => guard(panel, stateOf));
  return () => {
    const began = performance.now();
    for (const draw of guarded) {
      if (performance.now() - began > SLICE_MS) {
        refresh();
        return;
      }
      draw();
    }
  };
}

/** Draws a panel where it shows something that changed, and lets nothing that it throws pass. Of null nothing is drawn. */
export function guard<State>(panel: Panel<State>, stateOf: () => State | null): () => void {
  const note = h("p", { class: "panel-failed", role: "alert" });
  return derived(() => {
    const state = stateOf();
    if (state === null) return;
    try {
      panel.render(state);
      note.remove();
    } catch (thrown) {
      if (!note.isConnected) reportError(thrown);
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      setText(note, sentence({ message: `this panel could not be drawn: ${message}`, offset: null }));
      panel.root.hidden = false;
      panel.root.append(note);
    }
  });
}
