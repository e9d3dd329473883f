/** `tagview slice`: a time range and channels of a recording into a new one. */

import type { Register } from "../group";
import { rewrites } from "./rewriting";

export const slice: Register = (program, done) => {
  const command = program.command("slice");
  command.description("write a time range and channels of a recording into a new one");
  rewrites(command, done, { json: (json) => json, note: () => null });
};
