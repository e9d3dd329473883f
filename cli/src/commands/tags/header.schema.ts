/** The output of `tagview header --json`. */

import { type Described, error, exactly, file, list, nullable, text } from "../../output/json-shapes";
import { meta } from "./stats.schema";

export const header = exactly({
  file,
  format: nullable(text("the format of a file of another maker")),
  meta: nullable(meta),
  header: list(
    exactly({
      tag: text("the name, with the index of one of several"),
      value: nullable(text("the value as text; null for a tag without one")),
    }),
  ),
  error,
});
export type HeaderJson = Described<typeof header>;
