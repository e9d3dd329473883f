/** `tagview serve`, a command for files of all formats. */

import type { CommandGroup } from "../group";

export const serve: CommandGroup = {
  commands: { serve: async () => (await import("./serve")).serve },
  format: null,
  schemas: async () => ({ serve: (await import("./serve.schema")).serve }),
};
