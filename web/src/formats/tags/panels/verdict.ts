import "./verdict.css";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import type { State } from "../session/state";
import { verdictOf } from "../session/verdict";

/** The verdict on a recording in one sentence: its problem, or the checks it passed. */
export function verdictPanel(): Panel<State> {
  const root = h("p", { class: "panel verdict", role: "status" });
  return {
    root,
    render: ({ current }) => {
      const verdict = current?.reading.phase === "done" ? verdictOf(current) : null;
      root.hidden = verdict === null;
      if (verdict === null) return;
      root.classList.toggle("warn", !verdict.isSound);
      setText(root, verdict.message);
    },
  };
}
