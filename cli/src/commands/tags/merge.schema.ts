/** The output of `tagview merge --json`. */

import * as s from "../../output/json-shapes";
import { doubtful, written } from "./written.schema";

export const merge = s.exactly({
  out: s.text("written recording"),
  ...written,
  complete: s.complete,
  error: s.error,
  inputs: s.list(
    s.exactly({
      file: s.file,
      offset: s.integer("ticks added to the times of this input"),
      tags: s.nullable(s.count("tags read from this input")),
      doubtful_tags: doubtful,
      complete: s.complete,
      error: s.error,
    }),
  ),
});
export type MergeJson = s.Described<typeof merge>;
