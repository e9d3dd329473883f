/** The commands about offset headers. */

import type { CommandGroup } from "../group";
import { overview, offsets as register } from "./offsets";

export const offsets: CommandGroup = {
  commands: [register],
  format: { id: "offsets", overview },
  schemas: async () => (await import("./schemas")).schemas,
};
