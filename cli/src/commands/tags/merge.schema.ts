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
  out: text("the recording that was written"),
  ...written,
  complete,
  error,
  inputs: list(
    exactly({
      file,
      offset: integer("ticks that were added to its times"),
      tags: nullable(count("tags read of it")),
      doubtful_tags: doubtful,
      complete,
      error,
    }),
  ),
});
export type MergeJson = Described<typeof merge>;
