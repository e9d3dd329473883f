import { quietButton } from "../../../ui/dom";
import { entriesIn, explanation } from "../../../ui/explanation";
import { saveText } from "../../../ui/save";
import { get } from "../state";

export const entriesOf = entriesIn(() => import("./explanations"));

export type PanelId = Parameters<typeof entriesOf>[0];

/** A button that saves the rows of a table, in their order on the page. */
export function saveButton(id: PanelId, csv: () => string): HTMLElement {
  const save = (): void => saveText(csv(), `${get().current?.name ?? "block"}-${id}.csv`, "text/csv");
  return quietButton("Save CSV", save, { title: "Save the rows as CSV" });
}

export function about(id: PanelId, title: string): HTMLElement {
  return explanation(title, entriesOf(id));
}
