/** The one engine of the page: everything that reads files goes through it. */

import { createEngine } from "@tagview/engine";
import { browserPlatform } from "@tagview/engine/browser";

export const engine = createEngine(browserPlatform());
