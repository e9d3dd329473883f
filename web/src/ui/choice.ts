import { h } from "./dom";

/** A small list of fixed values with a label before it. */
export interface Choice<T extends string> {
  root: HTMLElement;
  render: (value: T) => void;
}

interface ChoiceParts<T extends string> {
  /** Text before the list. */
  label: string;
  /** Name for screen readers. */
  name: string;
  title: string;
  /** The values and their texts. */
  options: readonly (readonly [value: T, text: string])[];
  apply: (value: T) => void;
}

export function choice<T extends string>({ label, name, title, options, apply }: ChoiceParts<T>): Choice<T> {
  const select = h(
    "select",
    { class: "small-box", title, "aria-label": name, onchange: () => apply(select.value as T) },
    ...options.map(([value, text]) => h("option", { value }, text)),
  );
  return {
    root: h("span", { class: "field" }, h("label", {}, label, select)),
    render: (value) => {
      if (select.value !== value) select.value = value;
    },
  };
}
