/** The command that compares formats. */

import type { CommandGroup } from "../group";
import { compare as register } from "./compare";

export const compare: CommandGroup = {
  commands: [register],
  format: null,
  schemas: async () => ({ compare: (await import("./compare.schema")).compare }),
};
