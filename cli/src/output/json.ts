import { toJson } from "@tagview/engine/json";

/** `value` as one line of JSON, with integers as they are, however large. */
export function jsonLine(value: object): string {
  return `${toJson(value)}\n`;
}
