/** The output of `tagview export --json`. */

import * as s from "../../output/json-shapes";
import { doubtful } from "./written.schema";

export const exported = s.exactly({
  file: s.file,
  out: s.text("written file"),
  format: s.text("parquet, arrow, npy, csv or h5"),
  tags: s.nullable(s.count("number of written tags; null if no file was written")),
  bytes: s.nullable(s.count("size of the written file in bytes")),
  metadata: s.dictionary(s.text()),
  doubtful_tags: doubtful,
  complete: s.complete,
  error: s.error,
});
export type ExportJson = s.Described<typeof exported>;
