/** The commands about offset headers. */

import type { CommandGroup } from "../group";

export const offsets: CommandGroup = {
  commands: { offsets: async () => (await import("./offsets")).offsets },
  format: {
    id: "offsets",
    command: "offsets",
    overview: async () => (await import("./offsets")).overview,
  },
  schemas: async () => (await import("./schemas")).schemas,
};
