/** The command about index-headers. */

import type { CommandGroup } from "../group";

export const indexHeader: CommandGroup = {
  commands: { "index-header": async () => (await import("./index-header")).indexHeader },
  format: {
    id: "index-header",
    command: "index-header",
    overview: async () => (await import("./index-header")).overview,
  },
  schemas: async () => (await import("./schemas")).schemas,
};
