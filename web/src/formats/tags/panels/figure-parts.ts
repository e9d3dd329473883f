import type { FigureParts } from "../../../ui/figure";
import type { PanelId } from "../export/panel-id";
import { COPIES } from "../export/panels";
import { countAgain } from "../session/counting";

/** The parts that all figures of recordings have. */
export function partsOf(id: PanelId) {
  return {
    id,
    explanation: async () => (await import("./explanations")).explanations[id],
    copies: COPIES,
    countAgain,
  } satisfies Partial<FigureParts>;
}
