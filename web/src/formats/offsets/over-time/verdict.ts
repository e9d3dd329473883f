import { count } from "@tagview/charts";
import { durationText, toRfc3339, type VerdictLine, verdict, verdictText } from "@tagview/engine";
import type { Panel } from "../../../app/panel";
import { announce } from "../../../ui/announce";
import { h, replaceKeepingFocus, setText } from "../../../ui/dom";
import { few } from "../../../ui/few";
import { WORDING } from "../sentences";
import type { SeriesRead } from "./reading";
import type { SeriesShown } from "./shown";

/** Sentences that name the slow partitions, whose names select them, and a description of the headers. */
export function verdictPanel(): Panel<SeriesShown> {
  const list = h("ul", { class: "verdict", "aria-label": "Verdict" });
  const facts = h("p", { class: "field-note" });
  const remarks = h("ul", { class: "series-remarks field-note", "aria-label": "Remarks" });
  const root = h("div", { class: "verdict-panel" }, list, facts, remarks);
  return {
    root,
    render: ({ read, view, change }) => {
      const lines = verdict(read.series, read.partitions, WORDING);
      replaceKeepingFocus(
        list,
        ...lines.map((line) => item(line, view.chosen, (chosen) => change({ chosen }))),
      );
      setText(facts, factsOf(read));
      remarks.hidden = read.remarks.length === 0;
      remarks.replaceChildren(...few(read.remarks.map((text) => h("li", {}, text))));
      const [first] = lines;
      if (first) announce(verdictText(first, count));
    },
  };
}

function item(line: VerdictLine, chosen: number | null, choose: (row: number) => void): HTMLElement {
  const { text, named, more, grave } = line;
  const names = named.flatMap(({ row, name, detail }, index) => [
    index > 0 ? "; " : ": ",
    h(
      "button",
      {
        class: "link",
        title: `Show partition ${name}`,
        "aria-pressed": row === chosen ? "true" : "false",
        onclick: () => choose(row),
      },
      name,
    ),
    detail === "" ? "" : ` (${detail})`,
  ]);
  const rest = more > 0 ? `; and ${count(more)} more` : "";
  return h("li", { class: grave ? "grave" : "" }, text, ...names, rest, named.length > 0 ? "." : "");
}

/** "7 headers, 8 partitions, 2026-11-23T14:00:00Z to 2026-11-23T14:01:30Z (1 min 30 s)". */
function factsOf({ series: { headers, keys } }: SeriesRead): string {
  const [first, last] = [headers[0]?.time_ns ?? null, headers.at(-1)?.time_ns ?? null];
  const span =
    first === null || last === null
      ? ""
      : `, ${toRfc3339(first)} to ${toRfc3339(last)} (${durationText(last - first)})`;
  return `${count(headers.length)} headers, ${count(keys.length)} partitions${span}.`;
}
