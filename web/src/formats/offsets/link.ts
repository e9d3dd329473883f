/**
 * Links that contain headers: the texts of both boxes, compressed (raw deflate, RFC 1951) and written in base64url (RFC
 * 4648). Of a log or a HAR file, the link contains only the headers and their times, because the rest may be
 * confidential.
 */

import { headersIn, toLines } from "@tagview/engine";
import type { Given } from "./header";

/** Maximum length of a link in characters: every browser opens such addresses, and most programs pass them on whole. */
const MOST_LINK = 32_000;
/** Bytes that are turned into characters at once. */
const CHUNK = 8192;
/** Maximum number of characters of both texts read from a link. */
const MOST_TEXT = 16_000_000;

export type Held = Pick<Given, "text" | "other">;

/** Encodes the texts of the boxes for a link; null if the link would be too long. */
export async function toKey({ text, other }: Held): Promise<string | null> {
  const key = await pack([headersOf(text), headersOf(other)]);
  return key.length <= MOST_LINK ? key : null;
}

/** Compresses texts into letters that an address can hold. */
async function pack(texts: readonly string[]): Promise<string> {
  const packed = new Blob([JSON.stringify(texts)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/u, "");
}

/** Decodes the texts of a link; null if they are damaged or too long. */
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

/** Key of the session storage for the texts of both boxes. */
const KEPT = "tagview headers";

/** The last texts to keep: texts that were packed more slowly than later ones are not stored. */
let latest: Held = { text: "", other: "" };

/** Keeps the texts of the boxes for a reload of this tab, outside any link, until the tab is closed. */
export async function keepForReload(held: Held): Promise<void> {
  latest = held;
  const { text, other } = held;
  try {
    if (text === "" && other === "") {
      sessionStorage.removeItem(KEPT);
      return;
    }
    const packed = await pack([text, other]);
    if (latest === held) sessionStorage.setItem(KEPT, packed);
  } catch {
    // Storage is forbidden or full: an outdated text would be worse than none.
    sessionStorage?.removeItem(KEPT);
  }
}

/** The texts of the boxes before a reload; null for none. */
export async function keptFromBefore(): Promise<Held | null> {
  const key = sessionStorage.getItem(KEPT);
  return key === null ? null : fromKey(key);
}

/** The headers in `text`, each on a line with its time; `text` itself if it contains none. */
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
