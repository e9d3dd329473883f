/** `tagview serve`, which is about no format. */

import type { CommandGroup } from "../group";
import { serve as register } from "./serve";

export const serve: CommandGroup = {
  commands: [register],
  format: null,
  schemas: async () => ({}),
};
