import "./verdict.css";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import type { State } from "../session/state";
import { verdictOf } from "../session/verdict";

/** Whether anything is wrong with a recording that was read, in one sentence: what was looked at, or what to look at. */
export function verdictPanel(): Panel<State> {
  const root = h("p", { class: "panel verdict", role: "status" });
  return {
    root,
    render: ({ current, tick }) => {
      const verdict = current?.reading.phase === "done" ? verdictOf(current, tick) : null;
      root.hidden = verdict === null;
      if (verdict === null) return;
      root.classList.toggle("warn", !verdict.isSound);
      setText(root, verdict.message);
    },
  };
}
