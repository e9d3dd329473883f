/**
 * Links that hold headers: both boxes' texts, compressed (raw deflate, RFC 1951) and written in base64url (RFC 4648).
 * Of a log or a HAR file only the headers and their times are in the link: the rest may be nobody else's business.
 */

import { headersIn, toLines } from "@tagview/engine";
import type { Given } from "./header";

/** Characters of an address that every browser opens and most programs pass on whole. */
const MOST_LINK = 32_000;
/** Characters of both texts that are taken from a link. */
const MOST_TEXT = 16_000_000;

export type Held = Pick<Given, "text" | "other">;

/** What a link holds of the boxes; null where it would be too long to be passed on. */
export async function toKey({ text, other }: Held): Promise<string | null> {
  const held = JSON.stringify([headersOf(text), headersOf(other)]);
  const packed = new Blob([held]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  if (bytes.length > MOST_LINK) return null;
  const key = btoa(String.fromCharCode(...bytes));
  const url = key.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/u, "");
  return url.length <= MOST_LINK ? url : null;
}

/** Reads what a link holds; null where that is damaged or too long. */
export async function fromKey(key: string): Promise<Held | null> {
  try {
    const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
      char.charCodeAt(0),
    );
    const text = await bounded(
      new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")),
    );
    const held: unknown = JSON.parse(text);
    if (!Array.isArray(held) || held.length !== 2) return null;
    const [first, second]: unknown[] = held;
    return typeof first === "string" && typeof second === "string" ? { text: first, other: second } : null;
  } catch {
    return null;
  }
}

/** The headers of a text, each on a line with its time; the text itself where none is found in it. */
function headersOf(text: string): string {
  const { headers } = headersIn(text);
  return headers.length > 0 ? toLines(headers) : text;
}

/** A few bytes of a link may stand for more text than there is memory. */
async function bounded(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST_TEXT) {
      await reader.cancel();
      throw new RangeError("the link holds too much");
    }
  }
}
