/** Adds an index to a recording without one. */

import type { Source } from "../../../source/stream.ts";
import type { Instance } from "../../../worker/instance.ts";
import { type Control, convert } from "./control.ts";
import type { Contents } from "./options.ts";

/**
 * Writes a recording unchanged, followed by its index.
 * @throws TagviewError `usage` if it has an index or cannot have one, and the error of a damaged recording; the output
 * is then incomplete.
 */
export function addIndex(instance: Instance<"more">, source: Source, control: Control): Promise<Contents> {
  return convert(
    source,
    () => instance.make(({ AddIndex }) => new AddIndex()),
    control,
    (adding): Contents => adding.written(),
  );
}
