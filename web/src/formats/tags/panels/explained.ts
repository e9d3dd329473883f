/** Connects figures with the explanations behind their `?`. */

import type { Entry } from "../../../ui/explanation";
import type { PanelId } from "../export/panel-id";

export function explained(panel: PanelId): () => Promise<readonly Entry[]> {
  return async () => (await import("./explanations")).explanations[panel];
}
