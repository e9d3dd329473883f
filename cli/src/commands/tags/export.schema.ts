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
  out: text("the file that was written"),
  format: text("parquet, arrow, npy, csv or h5"),
  tags: nullable(count("tags that were written; null where no file was")),
  bytes: nullable(count("bytes of the file that was written")),
  metadata: dictionary(text()),
  doubtful_tags: doubtful,
  complete,
  error,
});
export type ExportJson = Described<typeof exported>;
