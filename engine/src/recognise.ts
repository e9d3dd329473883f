/** What a source is, whatever format it has. */

import type { Resources } from "./resources.ts";
import { describe, nameOf, type SourceDescription, type SourceInput } from "./source/description.ts";
import { readFull } from "./source/pump.ts";
import { bytesAt } from "./source/random-access.ts";

export interface Recognised {
  /** The format's id; null where nothing is known of it. */
  format: string | null;
  /** What people call it: "a recording of time tags", "a gzip file". */
  name: string | null;
  /** Whether tagview reads it. */
  readable: boolean;
  /** What opens it, where tagview does not. */
  opens: string | null;
}

/** Bytes at both ends of a source by which it is told; of what can't be read anywhere, only the first. */
const HEAD = 4096;
const TAIL = 4096;

export async function recognise(resources: Resources, input: SourceInput): Promise<Recognised> {
  const source = describe(input);
  const { head, tail } = await endsOf(resources, source);
  return resources.instances.run((instance) =>
    instance.call((wasm) => {
      const { recognise } = wasm as unknown as {
        recognise(head: Uint8Array, tail: Uint8Array, name: string): Recognised;
      };
      return recognise(head, tail, nameOf(source));
    }),
  );
}

async function endsOf(
  { open, openAnywhere }: Resources,
  source: SourceDescription,
): Promise<{ head: Uint8Array; tail: Uint8Array }> {
  const file = openAnywhere(source);
  if (file !== null) {
    try {
      const head = await bytesAt(file, 0, HEAD);
      return { head, tail: await bytesAt(file, Math.max(0, file.byteLength - TAIL), TAIL) };
    } finally {
      file.close();
    }
  }
  const opened = await open(source);
  try {
    const room = new Uint8Array(HEAD);
    const n = await readFull(opened, (n) => room.subarray(0, n), HEAD);
    return { head: room.subarray(0, n), tail: new Uint8Array(0) };
  } finally {
    opened.close();
  }
}
