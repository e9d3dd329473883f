/** The output of `tagview slice --json`. */

import * as s from "../../output/json-shapes";
import { doubtful, written } from "./written.schema";

export const slice = s.exactly({
  file: s.file,
  out: s.text("written recording"),
  ...written,
  bytes_read: s.nullable(s.count("bytes read from the file")),
  doubtful_tags: doubtful,
  complete: s.complete,
  error: s.error,
});
export type SliceJson = s.Described<typeof slice>;
