/** The output of `tagview index --json`. */

import { complete, type Described, error, exactly, file, text } from "../../output/json-shapes";
import { written } from "./written.schema";

export const addIndex = exactly({
  file,
  out: text("written recording: the input, or the file of -o"),
  ...written,
  complete,
  error,
});
export type AddIndexJson = Described<typeof addIndex>;
