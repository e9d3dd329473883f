/** Recognises the format of a source. */

import type { Resources } from "./resources.ts";
import { describe, nameOf, type SourceDescription, type SourceInput } from "./source/description.ts";
import { readFull } from "./source/pump.ts";
import { bytesAt } from "./source/random-access.ts";
import { type CallOptions, until } from "./until.ts";
import type { Instance } from "./worker/instance.ts";

export interface Recognised {
  /** Id of the format; null if unknown. */
  format: string | null;
  /** Display name: "a recording of time tags", "a gzip file". */
  name: string | null;
  /** Whether tagview supports it. */
  readable: boolean;
  /** Program that opens it, if tagview does not. */
  opens: string | null;
  /** Command of tagview that opens it, if nothing else of tagview does: "tagview histogram FILE". */
  command: string | null;
  /** Id of another tagger's format, which is read as `format`. */
  import: string | null;
}

/** Bytes at both ends of a source used to recognise it; only the first ones without random access. */
const HEAD = 64 << 10;
const TAIL = 64;

export function recognise(
  resources: Resources,
  input: SourceInput,
  { signal }: CallOptions = {},
): Promise<Recognised> {
  return until(resources, signal, async (resources) => {
    const source = describe(input);
    const { head, tail } = await endsOf(resources, source);
    return resources.instances.main.use((instance) =>
      recogniseEnds(resources, instance, head, tail, fileNameOf(source)),
    );
  });
}

/**
 * Recognises first bytes, last bytes and a name. Another module than that of `instance` is loaded only if it is no
 * recording.
 */
export async function recogniseEnds(
  { instances }: Pick<Resources, "instances">,
  instance: Instance<"main" | "more">,
  head: Uint8Array,
  tail: Uint8Array,
  name: string,
): Promise<Recognised> {
  const recording = instance.call((wasm) => wasm.recogniseRecording(head) as Recognised | null);
  return (
    recording ??
    instances.more.use((more) => more.call((wasm) => wasm.recognise(head, tail, name) as Recognised))
  );
}

/** File name without folders; for an address, without its query. */
export function fileNameOf(source: SourceDescription): string {
  const name = source.kind === "url" ? nameOf(source).replace(/[?#].*$/, "") : nameOf(source);
  return name.replace(/^.*[/\\]/, "");
}

async function endsOf(
  { open, openAnywhere }: Resources,
  source: SourceDescription,
): Promise<{ head: Uint8Array; tail: Uint8Array }> {
  const file = await openAnywhere(source);
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
