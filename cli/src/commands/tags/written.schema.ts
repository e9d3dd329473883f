/** What `--json` says of a recording that was written; null where it could not be. */

import { count, type Described, exactly, nullable } from "../../output/json-shapes";

export const written = {
  tags: nullable(count()),
  frames: nullable(count("zstd frames")),
  bytes: nullable(count()),
};

/** Of a file that was read for it. */
export const doubtful = nullable(
  count(
    "tags read, before any selection, of frames whose checksum does not match: of those written, some may be wrong",
  ),
);

const object = exactly(written);
export type WrittenJson = Described<typeof object>;
