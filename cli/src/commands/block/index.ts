/** The command about whole blocks. */

import type { CommandGroup } from "../group";

export const block: CommandGroup = {
  commands: { block: async () => (await import("./block")).block },
  // A block's folder has several formats.
  format: null,
  schemas: async () => (await import("./block.schema")).schemas,
};
