import "./verdict.css";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import { some } from "../../../ui/numbers";
import { isTellable, unsteadyOnce, unsteadyText } from "../model/steadiness";
import { soundPart } from "../session/damage";
import { errorOf, summaryOf } from "../session/reading";
import { wholeOf } from "../session/results";
import type { State } from "../session/state";

/** Maximum number of listed stretches with other rates, the longest first. */
const MOST = 3;

const RATES = {
  steady: "no rate halves, doubles, or drifts by a fifth",
  few: "there are too few to tell whether rates are steady",
};

const disorder = (tags: number): string => `${some(tags, "tag")} ${tags === 1 ? "is" : "are"} out of order`;

/** Whether anything is wrong with a recording that was read, in one sentence: what was looked at, or what to look at. */
export function verdictPanel(): Panel<State> {
  const root = h("p", { class: "panel verdict", role: "status" });
  return {
    root,
    render: ({ current, tick }) => {
      const reading = current?.reading;
      const [summary, rate] = [wholeOf(current, "summary"), wholeOf(current, "rate")];
      root.hidden = reading?.phase !== "done" || !summary || !rate || summary.tags === 0;
      if (root.hidden || !summary || !rate) return;
      const breaks = soundPart(summaryOf(reading)) !== null;
      // Times that damage has made would make rates, too.
      const unsteady = breaks ? [] : unsteadyOnce(rate, tick);
      const isDamaged = errorOf(reading) !== null || breaks;
      const wrong = [
        isDamaged ? "it is damaged: see above the charts" : null,
        summary.out_of_order > 0 ? disorder(summary.out_of_order) : null,
        ...unsteady.slice(0, MOST).map(unsteadyText),
        unsteady.length > MOST ? `${unsteady.length - MOST} more like it` : null,
      ].filter((part) => part !== null);
      root.classList.toggle("warn", wrong.length > 0);
      setText(
        root,
        wrong.length > 0
          ? `Look at this: ${wrong.join("; ")}.`
          : `No problem found: the file is whole, its tags are in order, and ${RATES[isTellable(rate) ? "steady" : "few"]}.`,
      );
    },
  };
}
