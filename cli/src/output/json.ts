/** JSON for machines: one object a line. */

import { toJson } from "../runtime/engine";

/** `value` as one line of JSON, with integers as they are, however large. */
export function jsonLine(value: object): string {
  return `${toJson(value)}\n`;
}
