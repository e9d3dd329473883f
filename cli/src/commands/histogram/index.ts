/** The command about files of histograms. */

import type { CommandGroup } from "../group";

export const histogram: CommandGroup = {
  commands: { histogram: async () => (await import("./histogram")).histogram },
  format: {
    id: "histogram",
    command: "histogram",
    overview: async () => (await import("./histogram")).overview,
  },
  schemas: async () => (await import("./histogram.schema")).schemas,
};
