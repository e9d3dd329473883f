import "./nothing.css";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import { sentence } from "../../../ui/sentence";
import { errorOf, type Reading, snapshotOf } from "../reading";
import type { Recording } from "../recording";
import type { State } from "../state";

/** In place of all panels, of a file that has no tags or is no recording: why, and what tagview opens. */
export function nothingPanel(whatOpens: () => string): Panel<State> {
  const name = h("h2");
  const why = h("p", { class: "banner-what" });
  const opens = h("p");
  const root = h("section", { class: "nothing", role: "alert", hidden: true }, name, why, opens);
  return {
    root,
    render: ({ current }, changed) => {
      if (!changed(current, current?.reading) || !current) return;
      const isNothing = hasNothing(current);
      root.parentElement?.classList.toggle("has-nothing", isNothing);
      root.hidden = !isNothing;
      if (!isNothing) return;
      const error = errorOf(current.reading);
      setText(name, current.name);
      setText(
        why,
        error
          ? `${sentence({ ...error, offset: null })} (${error.code})`
          : "This recording is sound, and has no tags in it.",
      );
      setText(opens, error ? whatOpens() : "");
    },
  };
}

/** Whether the recording was read and there is nothing of it to show. */
export function hasNothing({ reading }: Recording): boolean {
  return isEnded(reading) && (snapshotOf(reading)?.tags ?? 0) === 0;
}

/** A recording that was stopped before its first tag can be read on no more, but is not known to be empty. */
function isEnded({ phase }: Reading): boolean {
  return phase === "done" || phase === "failed";
}
