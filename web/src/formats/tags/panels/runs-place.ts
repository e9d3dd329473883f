import { lazy } from "../../../app/lazy";
import type { Panel } from "../../../app/panel";
import { h, setAttribute, setText } from "../../../ui/dom";
import { recordings } from "../session/recordings";
import { get, type State, set } from "../session/state";

/** The place of the table of all runs, whose code is loaded when it is first wanted, and the button that shows it. */
export function runsPlace(): Panel<State> & { button: HTMLElement } {
  const button = h("button", { class: "runs-open", hidden: true, onclick: toggle });
  const root = h("section", { class: "panel runs", "aria-labelledby": "runs-title", hidden: true });
  const table = lazy(async () => (await import("./runs/table")).runsTable(root));
  function toggle(): void {
    toggleRuns();
    if (!get().runs) return;
    // On a narrow page it stands below the button, out of sight.
    requestAnimationFrame(() => {
      if (root.getBoundingClientRect().top > 0.8 * innerHeight) root.scrollIntoView();
    });
  }

  return {
    root,
    button,
    render: (state) => {
      const runs = recordings().length;
      const isShown = state.runs && runs > 1;
      button.hidden = runs < 2;
      setText(button, isShown ? "Back to the charts" : `Table of all ${runs} runs`);
      setAttribute(button, "aria-pressed", String(isShown));
      root.parentElement?.classList.toggle("shows-runs", isShown);
      root.hidden = !isShown;
      (isShown ? table.wantIn(root) : table.now())?.render(state);
    },
  };
}

/** Shows all runs in a table in place of the charts, or the charts again. */
export function toggleRuns(): void {
  if (recordings().length > 1) set({ runs: !get().runs });
}
