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
  out: text("written recording"),
  ...written,
  lost: list(
    exactly({
      from: count("offset of the first lost byte"),
      to: count("offset after the last lost byte"),
      frames: count("zstd frames that begin in this range"),
      tags_estimate: nullable(
        count("approximate number of tags of this range that were not written; null if unknown"),
      ),
      tags_written: count(
        "number of tags of this range that were written: those before the end of a cut file, and doubtful ones",
      ),
      tags_held_back: count(
        "number of these tags that were decoded but may be wrong; --keep-doubtful writes them",
      ),
    }),
  ),
  complete,
  error,
  remarks,
});
export type RepairJson = Described<typeof repair>;
