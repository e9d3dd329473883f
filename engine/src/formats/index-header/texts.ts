/** Texts from concatenated bytes. */

/** A name, a value or a symbol; `{hex}` if its bytes are not UTF-8. */
export type Text = string | { hex: string };

const lenient = new TextDecoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The strings whose numbers of bytes are `lengths`. */
export function splitTexts(bytes: Uint8Array, lengths: Uint32Array): Text[] {
  const all = lenient.decode(bytes);
  // Bytes and characters have the same positions only if each byte is a character.
  const cut = isAscii(bytes)
    ? (from: number, to: number): Text => all.slice(from, to)
    : (from: number, to: number) => textOf(bytes.subarray(from, to));
  const texts: Text[] = new Array(lengths.length);
  let from = 0;
  for (let k = 0; k < lengths.length; k++) {
    const to = from + (lengths[k] ?? 0);
    texts[k] = cut(from, to);
    from = to;
  }
  return texts;
}

/** Bytes as text, or in hexadecimal if they are not text. */
export function textOf(bytes: Uint8Array): Text {
  try {
    return strict.decode(bytes);
  } catch {
    return { hex: Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("") };
  }
}

/** A key that is unique for each string. */
export function textKey(text: Text): string {
  return typeof text === "string" ? `t${text}` : `x${text.hex}`;
}

/** The bytes of a string. */
export function bytesOf(text: Text): Uint8Array {
  if (typeof text === "string") return new TextEncoder().encode(text);
  return Uint8Array.from(text.hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte > 0x7f) return false;
  return true;
}
