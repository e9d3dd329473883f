/** The files that the build puts into the bundle's folder. */

import { fileURLToPath } from "node:url";

/** The path of the file or folder `name` in the bundle's folder. */
export function assetPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
