/** Schedules drawing: with the next frame, or by a timer while the page is hidden. */

/** Functions of the browser that the loop uses. */
export interface Screen {
  isHidden(): boolean;
  onHide(listener: () => void): void;
  requestFrame(draw: () => void): number;
  cancelFrame(id: number): void;
}

const browser: Screen = {
  isHidden: () => document.hidden,
  onHide: (listener) =>
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) listener();
    }),
  requestFrame: (draw) => requestAnimationFrame(draw),
  cancelFrame: (id) => cancelAnimationFrame(id),
};

/** Milliseconds from a request to drawing in a tab that is hidden. */
const HIDDEN_MS = 100;

/**
 *            refresh, seen                      hidden
 *     rest ----------------> frame requested ------------+
 *      ^ |                          |                    |
 *      | |  refresh, hidden         | frame              v
 *      | +--------------------------|-------------> timer set
 *      |                            v                    |
 *      +------------------------- draw <-----------------+
 *
 * A browser paints no frames of a hidden tab, neither one that was requested before: without the step from the
 * frame to the timer no query would be sent, and no answer shown, until the tab is seen again.
 */
type State = { at: "rest" } | { at: "frame requested"; id: number } | { at: "timer set" };

/** Returns a function that asks for a drawing; `draw` is called once for any number of these calls. */
export function renderLoop(draw: () => void, screen: Screen = browser): () => void {
  let state: State = { at: "rest" };
  let watches = false;

  function drawNow(): void {
    state = { at: "rest" };
    draw();
  }

  function setTimer(): void {
    state = { at: "timer set" };
    setTimeout(drawNow, HIDDEN_MS);
  }

  function leaveFrame(): void {
    if (state.at !== "frame requested") return;
    screen.cancelFrame(state.id);
    setTimer();
  }

  return () => {
    // The listener is not added when the loop is made: that happens at import, possibly without a page.
    if (!watches) screen.onHide(leaveFrame);
    watches = true;
    if (state.at !== "rest") return;
    if (screen.isHidden()) setTimer();
    else state = { at: "frame requested", id: screen.requestFrame(drawNow) };
  };
}
