import { h, setText } from "../ui/dom";
import { type Changed, changes } from "../ui/memo";
import { sentence } from "../ui/sentence";

/** A part of the page that is drawn by itself. */
export interface Panel<State> {
  root: HTMLElement;
  /**
   * Draws `state`. `changed` is true where what it is given differs from the last drawing: a panel that shows
   * the same as before returns.
   */
  render(state: State, changed: Changed): void;
}

/** Milliseconds of drawing after which the panels that are left wait for the next frame. */
const SLICE_MS = 12;

/**
 * Draws panels one after another. A panel that throws says so in its place, and the others are drawn none the
 * less; it is tried anew with every drawing. Panels that take long are spread over frames: `refresh` asks for
 * the next one, in which those that have nothing new return at once.
 */
export function panelGroup<State>(
  panels: readonly Panel<State>[],
  refresh: () => void,
): (state: State) => void {
  const guarded = panels.map(guard);
  return (state) => {
    const began = performance.now();
    for (const draw of guarded) {
      if (performance.now() - began > SLICE_MS) {
        refresh();
        return;
      }
      draw(state);
    }
  };
}

/** Draws a panel, and lets nothing that it throws pass. */
export function guard<State>(panel: Panel<State>): (state: State) => void {
  const note = h("p", { class: "panel-failed", role: "alert" });
  let changed = changes();
  return (state) => {
    try {
      panel.render(state, changed);
      note.remove();
    } catch (thrown) {
      // What it drew last may be half of something: nothing of it counts as drawn.
      changed = changes();
      if (!note.isConnected) reportError(thrown);
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      setText(note, sentence({ message: `this panel could not be drawn: ${message}`, offset: null }));
      panel.root.hidden = false;
      panel.root.append(note);
    }
  };
}
