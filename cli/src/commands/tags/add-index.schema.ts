/** The output of `tagview index --json`. */

import * as s from "../../output/json-shapes";
import { written } from "./written.schema";

export const addIndex = s.exactly({
  file: s.file,
  out: s.text("written recording: the input, or the file of -o"),
  ...written,
  complete: s.complete,
  error: s.error,
});
export type AddIndexJson = s.Described<typeof addIndex>;
