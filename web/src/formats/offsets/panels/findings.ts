import "../../../ui/findings.css";
import { count } from "@tagview/charts";
import type { OffsetsFinding } from "@tagview/engine";
import { h, replaceKeepingFocus } from "../../../ui/dom";
import type { Highlight } from "../../../ui/highlighted-text";
import { sentence } from "../../../ui/sentence";

/** Number of characters shown before and after the part that a finding is about. */
const AROUND = 18;
/** Maximum number of characters shown of that part. */
const LONGEST = 28;

/** A finding and its part of the text; null if it is about the whole text. */
export interface Placed {
  finding: OffsetsFinding;
  part: Highlight | null;
}

/** Turns offsets in bytes into parts of the text; a finding at the end of the text is about its last character. */
export function placed(text: string, index: (bytes: number) => number, all: OffsetsFinding[]): Placed[] {
  return all.map((finding) => {
    if (finding.offset === null || text === "") return { finding, part: null };
    const at = Number(finding.offset);
    const from = Math.min(index(at), text.length - 1);
    const to = Math.max(from + 1, index(at + finding.length));
    return { finding, part: { from, to, severity: finding.severity } };
  });
}

/** The findings of a header, the worst first, each with a button that shows its part in the text. */
export function findingsList(
  name: string,
  show: (part: Highlight) => void,
): {
  root: HTMLElement;
  render: (text: string, findings: readonly Placed[]) => void;
} {
  const root = h("ul", { class: "findings", "aria-label": name });
  const ranks = { error: 0, warning: 1, note: 2 };
  return {
    root,
    render: (text, findings) => {
      root.hidden = findings.length === 0;
      const sorted = [...findings].sort((a, b) => ranks[a.finding.severity] - ranks[b.finding.severity]);
      replaceKeepingFocus(root, ...sorted.map(({ finding, part }) => item(text, finding, part)));
    },
  };

  function item(text: string, finding: OffsetsFinding, part: Highlight | null): HTMLElement {
    return h(
      "li",
      { class: finding.severity },
      h("p", { class: "what" }, sentence({ ...finding, offset: null })),
      part &&
        h(
          "button",
          {
            class: "place",
            title: "Show this place in the text",
            "aria-label": `Show byte ${count(finding.offset)} in the text`,
            onclick: () => show(part),
          },
          h("span", { class: "faint" }, `byte ${count(finding.offset)}`),
          h("code", {}, ...excerpt(text, part)),
        ),
    );
  }
}

function excerpt(text: string, { from, to }: Highlight): (Node | string)[] {
  const start = Math.max(0, from - AROUND);
  const shown = Math.min(to, from + LONGEST);
  const end = Math.min(text.length, to + AROUND);
  return [
    `${start > 0 ? "…" : ""}${text.slice(start, from)}`,
    h("mark", {}, `${text.slice(from, shown)}${shown < to ? "…" : ""}`),
    shown < to ? "" : `${text.slice(to, end)}${end < text.length ? "…" : ""}`,
  ];
}
