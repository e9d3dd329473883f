import { entriesIn } from "../../../ui/explanation";
import type { FigureParts } from "../../../ui/figure";
import type { PanelId } from "../export/panel-id";
import { COPIES } from "../export/panels";
import { countAgain } from "../session/counting";

export const entriesOf = entriesIn(() => import("./explanations"));

/** The parts that all figures of recordings have. */
export function partsOf(id: PanelId) {
  return {
    id,
    explanation: entriesOf(id),
    copies: COPIES,
    countAgain,
  } satisfies Partial<FigureParts>;
}
