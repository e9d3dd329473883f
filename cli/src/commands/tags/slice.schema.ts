/** The output of `tagview slice --json`. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  nullable,
  text,
} from "../../output/json-shapes";
import { doubtful, written } from "./written.schema";

export const slice = exactly({
  file,
  out: text("the recording that was written"),
  ...written,
  bytes_read: nullable(count("bytes of the file that had to be read")),
  doubtful_tags: doubtful,
  complete,
  error,
});
export type SliceJson = Described<typeof slice>;
