import { h, setAttribute } from "./dom";
import type { Exportable } from "./exported";
import { menu } from "./menu";
import { chooseSize, chosenSize, pictureSizes } from "./picture-size";

export interface ExportMenu {
  root: HTMLElement;
  /** Enables the menu, or disables it while no chart is drawn. */
  allow: (isAllowed: boolean) => void;
}

const NOT_COUNTED = "There is no chart yet. Export it when it is drawn.";
/** Time in milliseconds for which the result of an export is shown. */
const NOTE_MS = 5000;

/**
 * The menu to save and to copy a chart; its code is loaded when it is first used. `exportable` returns the chart at the
 * time of the click, before the code is loaded.
 */
export function exportMenu(
  title: string,
  exportable: () => Exportable | null,
  copies: readonly string[],
): ExportMenu {
  const note = h("output");
  let timer = 0;
  /** Shows a sentence in the status line for some seconds. */
  const show = (text: string): void => {
    document.getElementById("status")?.prepend(note);
    note.textContent = text;
    clearTimeout(timer);
    timer = window.setTimeout(() => note.remove(), NOTE_MS);
  };
  const perform = async (
    does: (module: typeof import("./export"), chart: Exportable) => Promise<string>,
  ): Promise<void> => {
    const chart = exportable();
    if (chart === null) return show(NOT_COUNTED);
    try {
      show(await does(await import("./export"), chart));
    } catch (thrown) {
      const why = thrown instanceof TypeError ? "a part of the page could not be loaded" : String(thrown);
      show(`This can't be exported: ${why}.`);
    }
  };
  const saved = (["SVG", "PNG", "CSV"] as const).map((kind) => ({
    text: kind as string,
    label: `Save ${title} as ${kind}`,
    act: () => void perform(({ save }, chart) => save(chart, kind)),
  }));
  const copied = copies.map((what) => ({
    text: what,
    label: `Copy ${title} as ${what}`,
    act: () => void perform(({ copy }, chart) => copy(chart, what)),
  }));
  const size = h(
    "select",
    { "aria-label": "Size of pictures", onchange: () => chooseSize(size.value) },
    ...pictureSizes().map((text) => h("option", {}, text)),
  );
  const heading = (text: string): HTMLElement => h("p", { class: "menu-title" }, text);
  const label = `Export ${title}`;
  const { root, button } = menu(
    "Export",
    label,
    [
      heading("Save as"),
      ...saved,
      h("label", { class: "menu-size" }, h("span", {}, "size"), size),
      ...(copied.length > 0 ? [heading("Copy as"), ...copied] : []),
    ],
    () => {
      size.value = chosenSize().text;
    },
  );
  button.disabled = true;
  return {
    root,
    allow: (isAllowed) => {
      if (button.disabled === !isAllowed) return;
      button.disabled = !isAllowed;
      setAttribute(button, "title", isAllowed ? label : NOT_COUNTED);
    },
  };
}
