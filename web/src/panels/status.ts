import { count, si } from "@tagview/charts";
import { h, setText } from "../dom";
import { cancel } from "../files";
import { progressOf, type Run } from "../run";
import { load } from "../settings";
import type { State } from "../state";

/** The line at the bottom: how far, how fast, how long still, and the way to stop it. */
export function statusPanel(): { nodes: Node[]; render: (state: State) => void } {
  const bar = h("progress", { max: 1, "aria-label": "Read" });
  const text = h("span", { class: "status-text" });
  const stop = h("button", { type: "button", class: "cancel", hidden: true, onclick: cancel }, "Cancel");
  const kept = h("span", { class: "kept warn" });
  const privacy = h("span", { class: "privacy" }, "Your files never leave this computer.");
  return {
    nodes: [bar, text, stop, kept, h("span", { class: "grow" }), privacy],
    render: ({ current, compared, page }) => {
      const other = compared?.run?.phase === "running" ? compared.run : null;
      const run = (current?.run?.phase !== "running" && other) || (current?.run ?? null);
      const shown = page === "tags" && run !== null;
      const running = shown && run.phase === "running";
      bar.hidden = !running;
      stop.hidden = !running;
      setText(kept, shown ? keptSentence(run) : "");
      if (!shown) return setText(text, "");
      const done = progressOf(run);
      if (running && done !== null) bar.value = done;
      else bar.removeAttribute("value");
      setText(text, sentence(run, run === other ? (compared?.name ?? null) : null));
    },
  };
}

/** What does not fit into the memory for tags, and what follows from that. */
function keptSentence({ snapshot }: Run): string {
  if (!snapshot?.kept || snapshot.kept.tags >= snapshot.tags) return "";
  return `${count(snapshot.kept.tags)} tags are kept in memory (${load().budget} MB); questions decode the others again.`;
}

function sentence(run: Run, name: string | null): string {
  const { snapshot } = run;
  const read = snapshot?.bytes ?? 0;
  const seconds = ((run.ended ?? performance.now()) - run.began) / 1000;
  const speed = seconds > 0.05 && read > 0 ? si(read / seconds, "B/s") : null;
  const done = progressOf(run);
  const parts: (string | null)[] = [];
  if (run.phase === "running") {
    const left = done !== null && done > 0.01 && seconds > 0.2 ? (seconds / done) * (1 - done) : null;
    parts.push(
      name,
      done === null ? null : `${Math.floor(done * 100)}\u00a0%`,
      speed,
      left === null ? null : `${left < 10 ? left.toFixed(1) : Math.round(left)}\u00a0s left`,
      `${count(snapshot?.tags ?? 0)} tags`,
    );
  } else {
    const end = { done: "read", stopped: "stopped after", failed: "failed after" }[run.phase];
    parts.push(
      `${end}${run.phase === "done" ? " in" : ""} ${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(0)}\u00a0s`,
      speed,
    );
  }
  return parts.filter(Boolean).join(" · ");
}
