/** The output of `tagview header --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

export const header = s.exactly({
  file: s.file,
  format: s.nullable(s.text("format of a recording of another tagger")),
  meta: s.nullable(core.RecordingMeta),
  header: s.list(
    s.exactly({
      tag: s.text("name of the entry, with its index if there are several"),
      value: s.nullable(s.text("value as text; null for an entry without a value")),
    }),
  ),
  error: s.error,
});
export type HeaderJson = s.Described<typeof header>;
