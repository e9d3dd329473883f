import { count } from "@tagview/charts";
import type { Panel } from "../../../app/panel";
import { h, setText } from "../../../ui/dom";
import { some } from "../../../ui/numbers";
import { sentence } from "../../../ui/sentence";
import { errorOf, lengthOf, snapshotOf, summaryOf } from "../reading";
import type { State } from "../state";
import { time } from "../time";

/** A line over the charts of a damaged recording: what is wrong, where, and what was recovered. */
export function bannerPanel(): Panel<State> {
  const what = h("p", { class: "banner-what" });
  const rest = h("p", { class: "banner-rest" });
  const more = h("details", { hidden: true }, h("summary"), h("ul"));
  const root = h(
    "section",
    { class: "banner", "aria-label": "Damage", hidden: true },
    h("div", {}, what, rest),
    more,
  );
  return {
    root,
    render: ({ current, tick }, changed) => {
      const reading = current?.reading;
      const error = errorOf(reading);
      const { findings = [], tags: read } = snapshotOf(reading) ?? {};
      if (!changed(current, error?.message, findings.length, reading?.phase, read, tick)) return;
      root.hidden = error === null;
      if (!error) return;
      setText(what, sentence(error));
      const summary = summaryOf(reading);
      const tags = summary?.tags ?? 0;
      const recovered =
        tags === 0
          ? "Nothing could be recovered."
          : `Recovered: ${some(tags, "tag")} over ${time(lengthOf(summary))}.`;
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
