/** The command about index-headers. */

import type { CommandGroup } from "../group";
import { overview, indexHeader as register } from "./index-header";

export const indexHeader: CommandGroup = {
  commands: [register],
  format: { id: "index-header", overview },
  schemas: async () => (await import("./schemas")).schemas,
};
