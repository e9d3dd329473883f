/** The output of `tagview merge --json`. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  integer,
  list,
  nullable,
  text,
} from "../../output/json-shapes";
import { doubtful, written } from "./written.schema";

export const merge = exactly({
  out: text("written recording"),
  ...written,
  complete,
  error,
  inputs: list(
    exactly({
      file,
      offset: integer("ticks added to the times of this input"),
      tags: nullable(count("tags read from this input")),
      doubtful_tags: doubtful,
      complete,
      error,
    }),
  ),
});
export type MergeJson = Described<typeof merge>;
