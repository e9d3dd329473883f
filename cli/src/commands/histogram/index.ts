/** The command about files of histograms. */

import type { CommandGroup } from "../group";
import { overview, histogram as register } from "./histogram";

export const histogram: CommandGroup = {
  commands: [register],
  format: { id: "histogram", overview },
  schemas: async () => (await import("./histogram.schema")).schemas,
};
