/** The output of `tagview repair --json`. */

import * as s from "../../output/json-shapes";
import { written } from "./written.schema";

export const repair = s.exactly({
  file: s.file,
  out: s.text("written recording"),
  ...written,
  lost: s.list(
    s.exactly({
      from: s.count("offset of the first lost byte"),
      to: s.count("offset after the last lost byte"),
      frames: s.count("zstd frames that begin in this range"),
      tags_estimate: s.nullable(
        s.count("approximate number of tags of this range that were not written; null if unknown"),
      ),
      tags_written: s.count(
        "number of tags of this range that were written: those before the end of a cut file, and doubtful ones",
      ),
      tags_held_back: s.count(
        "number of these tags that were decoded but may be wrong; --keep-doubtful writes them",
      ),
    }),
  ),
  complete: s.complete,
  error: s.error,
  remarks: s.remarks,
});
export type RepairJson = s.Described<typeof repair>;
