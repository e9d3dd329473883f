import { count } from "@tagview/charts";
import type { OffsetsFinding } from "@tagview/engine";
import { h } from "../dom";
import type { Span } from "../marks";
import { sentence } from "../sentence";

/** Characters of the text shown before and after a place. */
const AROUND = 18;
/** Characters shown of the place itself. */
const LONGEST = 28;

/** A finding, and its place in the text; null where it concerns the whole. */
export interface Placed {
  finding: OffsetsFinding;
  span: Span | null;
}

/** Findings with their places in characters; one at the end of the text stands on its last character. */
export function placed(text: string, index: (bytes: number) => number, all: OffsetsFinding[]): Placed[] {
  return all.map((finding) => {
    if (finding.offset === null || text === "") return { finding, span: null };
    const at = Number(finding.offset);
    const from = Math.min(index(at), text.length - 1);
    const to = Math.max(from + 1, index(at + finding.length));
    return { finding, span: { from, to, severity: finding.severity } };
  });
}

/** What there is to say about a header, the worst first; each with its place in the text. */
export function findingsList(
  name: string,
  show: (span: Span) => void,
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
      root.replaceChildren(...sorted.map(({ finding, span }) => item(text, finding, span)));
    },
  };

  function item(text: string, finding: OffsetsFinding, span: Span | null): HTMLElement {
    return h(
      "li",
      { class: finding.severity },
      h("p", { class: "what" }, sentence({ ...finding, offset: null })),
      span &&
        h(
          "button",
          {
            type: "button",
            class: "place",
            title: "Show this place in the text",
            "aria-label": `Show byte ${count(finding.offset)} in the text`,
            onclick: () => show(span),
          },
          h("span", { class: "faint" }, `byte ${count(finding.offset)}`),
          h("code", {}, ...excerpt(text, span)),
        ),
    );
  }
}

function excerpt(text: string, { from, to }: Span): (Node | string)[] {
  const start = Math.max(0, from - AROUND);
  const shown = Math.min(to, from + LONGEST);
  const end = Math.min(text.length, to + AROUND);
  return [
    `${start > 0 ? "…" : ""}${text.slice(start, from)}`,
    h("mark", {}, `${text.slice(from, shown)}${shown < to ? "…" : ""}`),
    shown < to ? "" : `${text.slice(to, end)}${end < text.length ? "…" : ""}`,
  ];
}
