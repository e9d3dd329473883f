import { h } from "./dom";

/** A part of the text to be highlighted, in UTF-16 code units, as in the indices of a string. */
export interface Highlight {
  from: number;
  to: number;
  severity: "note" | "warning" | "error";
}

/** Turns offsets in bytes of UTF-8, as the engine counts, into indices of `text`. */
export function byteIndex(text: string): (bytes: number) => number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (/^[\u0000-\u007f]*$/u.test(text)) return (bytes) => Math.min(bytes, text.length);
  const all = new TextEncoder().encode(text);
  return (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(all.subarray(0, bytes)).length;
}

/**
 * Number of code units above which nothing is highlighted, because the text is laid out twice. Parts can still be
 * selected.
 */
const LONGEST = 200_000;

/** A box to paste into, parts of whose text can be highlighted. */
export interface HighlightedText {
  root: HTMLElement;
  box: HTMLTextAreaElement;
  highlight: (parts: readonly Highlight[]) => void;
  /** Selects a part and scrolls to it. */
  select: (part: Highlight) => void;
}

/**
 * A text area cannot colour its own text. An element behind it therefore has the same text in the same font, invisible
 * except for its highlighted backgrounds, and scrolls with it.
 */
export function highlightedText(attributes: Parameters<typeof h>[1]): HighlightedText {
  const box = h("textarea", { spellcheck: "false", autocomplete: "off", ...attributes });
  const behind = h("div", { class: "marks", "aria-hidden": "true" });
  const follow = (): void => {
    behind.scrollTop = box.scrollTop;
  };
  box.addEventListener("scroll", follow, { passive: true });
  // The parts that were highlighted may have moved.
  box.addEventListener("input", () => behind.replaceChildren());
  new ResizeObserver(follow).observe(box);
  return {
    root: h("div", { class: "marked" }, behind, box),
    box,
    highlight: (parts) => {
      const text = box.value;
      behind.replaceChildren();
      if (parts.length === 0 || text.length > LONGEST) return;
      let at = 0;
      for (const { from, to, severity } of [...parts].sort((a, b) => a.from - b.from)) {
        if (from < at) continue;
        behind.append(text.slice(at, from), h("mark", { class: severity }, text.slice(from, to)));
        at = to;
      }
      // A line break at the end makes a new line in a text area, but in other elements only if text follows.
      behind.append(`${text.slice(at)}\u200b`);
      follow();
    },
    select: ({ from, to }) => {
      // A box scrolls to its caret when it gets the focus: so the caret is put there first.
      box.blur();
      box.setSelectionRange(from, from);
      box.focus();
      box.setSelectionRange(from, to);
    },
  };
}
