/** `tagview slice`: a time range and channels of a recording into a new one. */

import { withExamples } from "../../runtime/help";
import type { Register } from "../group";
import { rewrites } from "./rewriting";

export const slice: Register = (program, done) => {
  const command = withExamples(
    program.command("slice"),
    "Write",
    ["slice x.tags.zst --from 2s --to 3s -o part.tags.zst", "write one second of a recording"],
    ["slice x.tags.zst --channel 3,15 -o two.tags.zst", "write two of its channels"],
  );
  command.description("write a time range and channels of a recording into a new one");
  rewrites(command, done, { json: (json) => json, note: () => null });
};
