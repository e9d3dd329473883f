/** How figures come to what they say of themselves when they are saved or copied. */

import type { FigureParts } from "../../../ui/figure";
import type { PanelId } from "./panel-id";

const COPIES = ["command line", "Python", "JSON"];

export function exported(panel: PanelId): NonNullable<FigureParts["exported"]> {
  return { load: async () => (await import("./index")).exportedOf(panel), copies: COPIES };
}
