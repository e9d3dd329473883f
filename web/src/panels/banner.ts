import { count } from "@tagview/charts";
import { h, setText } from "../dom";
import { changes } from "../memo";
import { lengthOf, summaryOf } from "../run";
import { sentence } from "../sentence";
import type { State } from "../state";
import { time } from "../units";

/** A quiet line over the charts when the file is damaged: the sentence, the place, what was recovered. */
export function bannerPanel(): { root: HTMLElement; render: (state: State) => void } {
  const what = h("p", { class: "banner-what" });
  const rest = h("p", { class: "banner-rest" });
  const more = h("details", { hidden: true }, h("summary"), h("ul"));
  const root = h(
    "section",
    { class: "banner", "aria-label": "Damage", hidden: true },
    h("div", {}, what, rest),
    more,
  );
  const changed = changes();
  return {
    root,
    render: ({ current, tick }) => {
      const run = current?.run ?? null;
      const error = run?.error ?? null;
      const findings = run?.snapshot?.findings ?? [];
      if (!changed(current, error?.message, findings.length, run?.phase, run?.snapshot?.tags, tick)) return;
      root.hidden = error === null;
      if (!error || !run) return;
      setText(what, sentence(error));
      const summary = summaryOf(run);
      const tags = summary?.tags ?? 0;
      const recovered =
        tags === 0
          ? "Nothing could be recovered."
          : `Recovered: ${count(tags)} tags over ${time(lengthOf(summary))}.`;
      setText(rest, `${recovered} (${error.code})`);
      const others = findings.filter(
        (finding) => finding.message !== error.message || finding.offset !== error.offset,
      );
      more.hidden = others.length === 0;
      const [title, list] = [more.querySelector("summary"), more.querySelector("ul")];
      if (title) setText(title, `${count(others.length)} more`);
      list?.replaceChildren(...others.map((finding) => h("li", {}, sentence(finding))));
    },
  };
}
