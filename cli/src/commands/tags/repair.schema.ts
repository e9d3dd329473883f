/** The output of `tagview repair --json`. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  list,
  nullable,
  remarks,
  text,
} from "../../output/json-shapes";
import { written } from "./written.schema";

export const repair = exactly({
  file,
  out: text("the recording that was written"),
  ...written,
  lost: list(
    exactly({
      from: count("offset of its first byte"),
      to: count("offset behind its last byte"),
      frames: count("zstd frames that begin in it"),
      tags_estimate: nullable(count("approximate number of its tags that were not written; null if unknown")),
      tags_held_back: count("how many of these were decoded, but may be wrong; --keep-doubtful writes them"),
    }),
  ),
  complete,
  error,
  remarks,
});
export type RepairJson = Described<typeof repair>;
