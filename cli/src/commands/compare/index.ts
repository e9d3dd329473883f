/** The command that compares formats. */

import type { CommandGroup } from "../group";

export const compare: CommandGroup = {
  commands: { compare: async () => (await import("./compare")).compare },
  format: null,
  schemas: async () => ({ compare: (await import("./compare.schema")).compare }),
};
