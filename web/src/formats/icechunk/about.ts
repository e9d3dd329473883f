/** The `?` of a panel, whose explanations are loaded when it is first opened. */

import { entriesIn } from "../../ui/explanation";

export const entriesOf = entriesIn(() => import("./explanations"));

/** The panels with explanations. */
export type AboutId = Parameters<typeof entriesOf>[0];
