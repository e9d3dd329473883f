import { h, setText } from "../ui/dom";
import { sentence } from "../ui/sentence";
import { drawing } from "../ui/signals";

/** A part of the page that is drawn separately. */
export interface Panel<State> {
  root: HTMLElement;
  /** Draws `state`: again only after a signal that was read changed. */
  render(state: State): void;
}

/** Drawing time in milliseconds after which the remaining panels wait for the next frame. */
const SLICE_MS = 12;

/**
 * Draws the changed panels one after another. A panel that throws shows its error in its place; the remaining panels
 * are drawn. Slow panels are spread over several frames: `refresh` requests the next one.
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

/** Draws a panel if it changed, and catches its errors. A null state draws nothing. */
export function guard<State>(panel: Panel<State>, stateOf: () => State | null): () => void {
  const note = h("p", { class: "panel-failed", role: "alert" });
  return drawing(() => {
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
