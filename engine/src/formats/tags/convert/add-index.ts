/** An index for a recording that has none. */

import type { Source } from "../../../source/stream.ts";
import type { Instance } from "../../../worker/instance.ts";
import { type Control, convert } from "./control.ts";
import type { Contents } from "./options.ts";

/**
 * Writes a recording as it is, and its index behind it.
 * @throws TagviewError `usage` where it has one, or can have none, and what is wrong with a damaged one; what was written
 * until then is no recording with an index.
 */
export function addIndex(instance: Instance<"more">, source: Source, control: Control): Promise<Contents> {
  return convert(
    source,
    () => instance.make(({ AddIndex }) => new AddIndex()),
    control,
    (adding): Contents => adding.written(),
  );
}
