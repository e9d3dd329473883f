import { type OffsetsHeader, TagviewError } from "@tagview/engine";

/** An ordinary word; encoded data contain digits or are longer. */
const WORD = /^\p{L}{1,15}[.,!?;:]?$/u;
/** Minimum share of words in prose. */
const MOSTLY = 0.5;

/**
 * Whether an unreadable input is prose, which base64 might still decode to some numbers. A damaged header needs an
 * explanation of its error; "hello world" is not a header.
 */
function isProse(text: string): boolean {
  const parts = text.trim().split(/\s+/u);
  return parts.filter((part) => WORD.test(part)).length > MOSTLY * parts.length;
}

/**
 * Rejects prose that fits no encoding.
 * @throws TagviewError `unknown-format`
 */
export function refuseProse(text: string, { recognised }: OffsetsHeader): void {
  if (recognised?.sureness !== "unlikely" || !isProse(text)) return;
  const begin = text.trim().slice(0, 40);
  throw new TagviewError(
    "unknown-format",
    `“${begin}${begin.length < text.trim().length ? "…" : ""}” is not an offset header`,
    "paste an X-Read-Consistency-Offsets value such as v1=0:18203377,1:18199021, or text that holds one",
  );
}
