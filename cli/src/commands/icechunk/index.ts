/** The command about Icechunk metadata. */

import type { CommandGroup } from "../group";
import { overview, icechunk as register } from "./icechunk";

export const icechunk: CommandGroup = {
  commands: [register],
  format: { id: "icechunk", overview },
  schemas: async () => (await import("./schemas")).schemas,
};
