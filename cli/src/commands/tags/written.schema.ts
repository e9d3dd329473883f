/** What `--json` prints about a written recording; null if it could not be written. */

import * as s from "../../output/json-shapes";

export const written = {
  tags: s.nullable(s.count()),
  frames: s.nullable(s.count("zstd frames")),
  bytes: s.nullable(s.count()),
};

/** The part of an input that may be wrong. */
export const doubtful = s.nullable(
  s.count(
    "tags read from frames with a wrong checksum, before any selection; some of the written tags may be wrong",
  ),
);

const object = s.exactly(written);
export type WrittenJson = s.Described<typeof object>;
