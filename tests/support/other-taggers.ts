/** Files as other makers' time taggers and their programs write them. */

/** A tag: channel and time in ticks. */
export type Tag = readonly [channel: number, time: bigint];

/** The first bytes of a quTAG's recording: a mark, and what is documented nowhere. */
const QUTAG_HEADER = new Uint8Array(40);
QUTAG_HEADER.set([0x87, 0xb3, 0x91, 0xfa]);

/** A recording of a quTAG with records of 10 bytes, in picoseconds. */
export function qutag(tags: readonly Tag[]): Uint8Array {
  const file = new Uint8Array(QUTAG_HEADER.length + 10 * tags.length);
  file.set(QUTAG_HEADER);
  const view = new DataView(file.buffer, QUTAG_HEADER.length);
  for (const [number, [channel, time]] of tags.entries()) {
    view.setBigInt64(10 * number, time, true);
    view.setUint16(10 * number + 8, channel, true);
  }
  return file;
}

/** Lines of text, channel and time between `separator`. */
export function columns(tags: readonly Tag[], separator: string, end = "\n"): string {
  return tags.map(([channel, time]) => `${channel}${separator}${time}${end}`).join("");
}

/** What a recording says of itself, in a skippable frame before its first one. */
export function about(entries: Record<string, string>): Uint8Array {
  const lines = Object.entries(entries).map(([key, value]) => `${key}\t${value}\n`);
  const payload = new TextEncoder().encode(`tagv.abt${lines.join("")}`);
  const frame = new Uint8Array(8 + payload.length);
  new DataView(frame.buffer).setUint32(0, 0x184d2a54, true);
  new DataView(frame.buffer).setUint32(4, payload.length, true);
  frame.set(payload, 8);
  return frame;
}
