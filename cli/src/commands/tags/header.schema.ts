/** The output of `tagview header --json`. */

import { type Described, error, exactly, file, list, nullable, text } from "../../output/json-shapes";
import { meta } from "./stats.schema";

export const header = exactly({
  file,
  format: nullable(text("format of a recording of another maker")),
  meta: nullable(meta),
  header: list(
    exactly({
      tag: text("name of the entry, with its index if there are several"),
      value: nullable(text("value as text; null for an entry without a value")),
    }),
  ),
  error,
});
export type HeaderJson = Described<typeof header>;
