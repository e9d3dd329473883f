/** What `--json` prints about a written recording; null if it could not be written. */

import { count, type Described, exactly, nullable } from "../../output/json-shapes";

export const written = {
  tags: nullable(count()),
  frames: nullable(count("zstd frames")),
  bytes: nullable(count()),
};

/** The part of an input that may be wrong. */
export const doubtful = nullable(
  count(
    "tags read from frames with a wrong checksum, before any selection; some of the written tags may be wrong",
  ),
);

const object = exactly(written);
export type WrittenJson = Described<typeof object>;
