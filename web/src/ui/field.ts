import { asTagviewError } from "@tagview/engine";
import { h, setAttribute, setText } from "./dom";
import { sentence } from "./sentence";

/** A short text box with a label before it; below it a sentence says what is wrong with its text. */
export interface Field {
  root: HTMLElement;
  input: HTMLInputElement;
  /** Shows a value, unless the person is writing. */
  render: (text: string) => void;
}

export interface FieldParts {
  /** Stands before the box. */
  label: string;
  /** What screen readers and the sentences below the box call it; the label where not given. */
  name?: string;
  title: string;
  size: number;
  placeholder?: string;
  /**
   * Takes what was written; an empty text asks for the default.
   * @throws TagviewError if it can't be taken.
   */
  apply: (text: string) => void;
}

/** Makes the field. What was typed is taken on Enter and when the box is left; Escape brings back what it showed. */
export function field({ label, name = label, title, size, placeholder, apply }: FieldParts): Field {
  const note = h("p", {
    class: "field-note-below",
    id: `field-${name.replaceAll(/\W+/gu, "-")}`,
    role: "alert",
    hidden: true,
  });
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
    onkeydown: ((event: KeyboardEvent) => {
      if (event.key === "Enter") {
        event.preventDefault();
        take();
      } else if (event.key === "Escape") {
        event.stopPropagation();
        complain(null);
        input.value = shown;
      }
    }) as never,
  });
  let shown = "";

  function complain(text: string | null): void {
    setAttribute(input, "aria-invalid", text === null ? null : "true");
    note.hidden = text === null;
    setText(note, text ?? "");
  }

  function take(): void {
    // The text the box shows by itself is rounded: taken back as it is, it would change the value.
    if (input.value === shown) {
      complain(null);
      return;
    }
    try {
      apply(input.value.trim());
      complain(null);
      shown = input.value;
    } catch (reason) {
      const { message, remedy } = asTagviewError(reason);
      complain(`${name}: ${sentence({ message, remedy, offset: null })}`);
    }
  }

  return {
    root: h("span", { class: "field" }, h("label", {}, label, input), note),
    input,
    render: (text) => {
      if (text === shown) return;
      const writing = document.activeElement === input && input.value !== shown;
      if (writing) return;
      shown = text;
      input.value = text;
      complain(null);
    },
  };
}
