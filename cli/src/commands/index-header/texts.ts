/** Names, values and symbols, which may be any bytes, as text and as keys. */

import { isUtf8 } from "node:buffer";
import { printable } from "../../output/printable";
import type { Text } from "../../runtime/engine";

/** A string for a terminal: bytes that are not UTF-8 as `\xNN`. */
export function shown(text: Text | null): string {
  if (text === null) return "";
  if (typeof text === "string") return printable(text);
  return text.hex.replace(/../g, "\\x$&");
}

/** For tables: no tab, no line end. */
export function cell(text: Text): string {
  return shown(text);
}

/** A change with its sign; empty for none and for an unknown one. */
export function signed(n: number | null, show: (n: number) => string): string {
  return n === null || n === 0 ? "" : `${n > 0 ? "+" : "-"}${show(Math.abs(n))}`;
}

/** The bytes. */
export function bytesOf(text: Text): Buffer {
  return typeof text === "string" ? Buffer.from(text) : Buffer.from(text.hex, "hex");
}

/** A string from the command line, in which `\xNN` stands for a byte, and `\\xNN` for these four characters. */
export function typed(text: string): Text {
  const pieces = text.split(/(\\\\x[0-9a-f]{2}|\\x[0-9a-f]{2})/i).map((piece, k) => {
    if (k % 2 === 0) return Buffer.from(piece);
    return piece.startsWith("\\\\") ? Buffer.from(piece.slice(1)) : Buffer.from(piece.slice(2), "hex");
  });
  const bytes = Buffer.concat(pieces);
  return isUtf8(bytes) ? bytes.toString() : { hex: bytes.toString("hex") };
}
