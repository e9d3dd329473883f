import { h } from "./dom";

/** A part of a text, in UTF-16 code units as strings count. */
export interface Span {
  from: number;
  to: number;
  severity: "note" | "warning" | "error";
}

/** From a place in bytes (of UTF-8, as the core counts) to one in `text`. */
export function byteIndex(text: string): (bytes: number) => number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (/^[\u0000-\u007f]*$/u.test(text)) return (bytes) => Math.min(bytes, text.length);
  const all = new TextEncoder().encode(text);
  return (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(all.subarray(0, bytes)).length;
}

/** Longer texts are not laid out a second time; a click on a finding still selects its place. */
const LONGEST = 200_000;

/** A box to paste into, in which places can be marked. */
export interface MarkedBox {
  root: HTMLElement;
  box: HTMLTextAreaElement;
  mark: (spans: readonly Span[]) => void;
  /** Selects a place and scrolls to it. */
  select: (span: Span) => void;
}

/**
 * A text area can't colour its own text, so the marks lie behind it: the same text in the same
 * font, invisible, scrolled along.
 */
export function markedBox(attributes: Parameters<typeof h>[1]): MarkedBox {
  const box = h("textarea", { spellcheck: "false", autocomplete: "off", ...attributes });
  const behind = h("div", { class: "marks", "aria-hidden": "true" });
  const follow = (): void => {
    behind.scrollTop = box.scrollTop;
  };
  box.addEventListener("scroll", follow, { passive: true });
  // What was marked is not there any more.
  box.addEventListener("input", () => behind.replaceChildren());
  new ResizeObserver(follow).observe(box);
  return {
    root: h("div", { class: "marked" }, behind, box),
    box,
    mark: (spans) => {
      const text = box.value;
      behind.replaceChildren();
      if (spans.length === 0 || text.length > LONGEST) return;
      let at = 0;
      for (const { from, to, severity } of [...spans].sort((a, b) => a.from - b.from)) {
        if (from < at) continue;
        behind.append(text.slice(at, from), h("mark", { class: severity }, text.slice(from, to)));
        at = to;
      }
      // A line break at the end takes a line only if something follows.
      behind.append(`${text.slice(at)}\u200b`);
      follow();
    },
    select: ({ from, to }) => {
      // A focus scrolls to the caret: it is put there first.
      box.blur();
      box.setSelectionRange(from, from);
      box.focus();
      box.setSelectionRange(from, to);
    },
  };
}
