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
  out: text("written recording"),
  ...written,
  bytes_read: nullable(count("bytes read from the file")),
  doubtful_tags: doubtful,
  complete,
  error,
});
export type SliceJson = Described<typeof slice>;
