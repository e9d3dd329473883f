/** The output of `tagview pack --json` and `tagview simulate --json`. */

import * as s from "../../output/json-shapes";

const written = {
  out: s.text("written recording"),
  bytes: s.nullable(s.count("size of the recording in bytes; null if it was not written")),
};

export const pack = s.exactly({ file: s.file, ...written, complete: s.complete, error: s.error });
export type PackJson = s.Described<typeof pack>;

export const simulate = s.exactly({ ...written, ...s.tickSeconds, complete: s.complete, error: s.error });
export type SimulateJson = s.Described<typeof simulate>;
