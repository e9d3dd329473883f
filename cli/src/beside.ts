/** Files that the build puts beside the bundle. */

import { fileURLToPath } from "node:url";

/** The path of a file or folder of that name. */
export function beside(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
