/** Connects figures with the captions of their saved and copied charts. */

import type { Exportable } from "../../../ui/exported";
import type { FigureParts } from "../../../ui/figure";
import type { PanelId } from "./panel-id";

const COPIES = ["command line", "Python", "JSON"];

/** The figures of the page, in the order in which they were made. */
export const figures = new Map<PanelId, Exportable>();

export function exported(panel: PanelId): NonNullable<FigureParts["exported"]> {
  return {
    load: async () => (await import("./index")).exportedOf(panel),
    copies: COPIES,
    keep: (exportable) => void figures.set(panel, exportable),
  };
}
