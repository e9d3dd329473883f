/** Names, values and symbols, which may be any bytes, for people and as keys. */

import { printable } from "../../output/printable";
import type { Text } from "../../runtime/engine";

/** For a terminal: bytes that are no text as `\xNN`. */
export function shown(text: Text | null): string {
  if (text === null) return "";
  if (typeof text === "string") return printable(text);
  return text.hex.replace(/../g, "\\x$&");
}

/** For tables: no tab, no line end. */
export function cell(text: Text): string {
  return shown(text);
}

/** What tells two texts apart. */
export function keyOf(text: Text): string {
  return typeof text === "string" ? `t${text}` : `x${text.hex}`;
}

/** The bytes. */
export function bytesOf(text: Text): Buffer {
  return typeof text === "string" ? Buffer.from(text) : Buffer.from(text.hex, "hex");
}
