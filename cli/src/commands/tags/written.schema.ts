/** What `--json` says of a recording that was written; null where it could not be. */

import { type Static, Type } from "typebox";
import { count, nullable } from "../../output/json-shapes";

export const written = {
  tags: nullable(count()),
  frames: nullable(count("zstd frames")),
  bytes: nullable(count()),
};

const object = Type.Object(written);
export type WrittenJson = Static<typeof object>;
