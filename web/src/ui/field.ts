import { signal } from "@preact/signals-core";
import { asTagviewError } from "@tagview/engine";
import { h, setAttribute, setText, showText } from "./dom";
import { placeNear } from "./place";
import { sentence } from "./sentence";

/** A short text box with a label before it, and an error message below it. */
export interface Field {
  root: HTMLElement;
  input: HTMLInputElement;
  /** Shows a value, unless the user is typing; `placeholder` is the value used for an empty text. */
  render: (text: string, placeholder?: string) => void;
}

export interface FieldParts {
  /** Stands before the box. */
  label: string;
  /** Name for screen readers and in the messages below the box; the label by default. */
  name?: string;
  title: string;
  size: number;
  placeholder?: string;
  /**
   * Applies the typed text, while the box showed the text or placeholder `shown`; an empty text selects the default.
   * The returned sentence is shown beside the box: the value in use, if it differs from the text.
   * @throws TagviewError if the text is invalid.
   */
  apply: (text: string, shown: string) => string | null;
}

/** Hides the visible message; null for none. There is one at a time, because messages would cover each other. */
let hideMessage: (() => void) | null = null;

/** Hides the message below a field, as when its file is closed. */
export function withdrawMessage(): void {
  hideMessage?.();
  hideMessage = null;
}

/** Makes the field. Enter and leaving the box apply the text; Escape restores the previous one. */
export function field({ label, name = label, title, size, placeholder, apply }: FieldParts): Field {
  const note = h("p", {
    class: "field-note-below",
    id: `field-${name.replaceAll(/\W+/gu, "-")}`,
    role: "alert",
    popover: "manual",
  });
  const place = (): void => placeNear(note, input, "left");
  const input = h("input", {
    type: "text",
    class: "small-box",
    size,
    title,
    placeholder: placeholder ?? null,
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": name,
    "aria-describedby": note.id,
    onchange: () => take(),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === "Enter") {
        event.preventDefault();
        take();
      } else if (event.key === "Escape") {
        event.stopPropagation();
        complain(null);
        input.value = shown;
      }
    },
  });
  const result = h("output", { class: "field-result", hidden: true });
  let shown = "";
  /** Whether the next value is the one just applied, to which `result` belongs. */
  let isTaken = false;
  /** Number of applied texts. Each is rendered, also if it did not change the value. */
  const applied = signal(0);

  function complain(text: string | null): void {
    setAttribute(input, "aria-invalid", text === null ? null : "true");
    setText(note, text ?? "");
    if (text === null) {
      if (hideMessage === hide) withdrawMessage();
    } else if (hideMessage !== hide) {
      withdrawMessage();
      hideMessage = hide;
      note.showPopover();
      // In the top layer it is not cut off by its panel, nor does it move with it.
      addEventListener("scroll", place, true);
      place();
    }
  }

  function hide(): void {
    note.hidePopover();
    removeEventListener("scroll", place, true);
  }

  function take(): void {
    // The displayed text may be rounded: applying it unchanged would change the value.
    if (input.value === shown) {
      complain(null);
      return;
    }
    try {
      const text = apply(input.value.trim(), shown || input.placeholder);
      complain(null);
      showText(result, text);
      isTaken = true;
      shown = input.value;
      applied.value += 1;
    } catch (reason) {
      const { message, remedy } = asTagviewError(reason);
      complain(`${name}: ${sentence({ message, remedy, offset: null })}`);
    }
  }

  return {
    root: h("span", { class: "field" }, h("label", {}, label, input), result, note),
    input,
    render: (text, placeholder) => {
      void applied.value;
      if (placeholder !== undefined) setAttribute(input, "placeholder", placeholder);
      if (text === shown) return;
      const writing = document.activeElement === input && input.value !== shown;
      if (writing) return;
      shown = text;
      input.value = text;
      // A long text, such as one in ticks, is not cut off.
      input.size = Math.max(size, text.length);
      complain(null);
      if (!isTaken) showText(result, null);
      isTaken = false;
    },
  };
}
