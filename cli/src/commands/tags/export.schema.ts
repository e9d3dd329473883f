/** The output of `tagview export --json`. */

import {
  complete,
  count,
  type Described,
  dictionary,
  error,
  exactly,
  file,
  nullable,
  text,
} from "../../output/json-shapes";
import { doubtful } from "./written.schema";

export const exported = exactly({
  file,
  out: text("written file"),
  format: text("parquet, arrow, npy, csv or h5"),
  tags: nullable(count("number of written tags; null if no file was written")),
  bytes: nullable(count("size of the written file in bytes")),
  metadata: dictionary(text()),
  doubtful_tags: doubtful,
  complete,
  error,
});
export type ExportJson = Described<typeof exported>;
