/** The command about Icechunk metadata. */

import type { CommandGroup } from "../group";

export const icechunk: CommandGroup = {
  commands: { icechunk: async () => (await import("./icechunk")).icechunk },
  format: {
    id: "icechunk",
    command: "icechunk",
    overview: async () => (await import("./icechunk")).overview,
  },
  schemas: async () => (await import("./schemas")).schemas,
};
