/** The output of `tagview pack --json` and `tagview simulate --json`. */

import {
  complete,
  count,
  type Described,
  error,
  exactly,
  file,
  nullable,
  text,
  tickSeconds,
} from "../../output/json-shapes";

const written = {
  out: text("written recording"),
  bytes: nullable(count("size of the recording in bytes; null if it was not written")),
};

export const pack = exactly({ file, ...written, complete, error });
export type PackJson = Described<typeof pack>;

export const simulate = exactly({ ...written, ...tickSeconds, complete, error });
export type SimulateJson = Described<typeof simulate>;
