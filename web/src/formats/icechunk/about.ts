/** The `?` of a panel, whose explanations are loaded when it is first opened. */

import type { Entry } from "../../ui/explanation";
import type { explanations } from "./explanations";

/** The panels with explanations. */
export type AboutId = keyof typeof explanations;

export function entriesOf(id: AboutId): () => Promise<readonly Entry[]> {
  return async () => (await import("./explanations")).explanations[id];
}
