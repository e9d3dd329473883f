/** `@tagview/engine` in a browser. */

import { browserPlatform } from "./browser.ts";
import { createEngine as createEngineOver, type Engine } from "./engine.ts";
import type { Platform } from "./platform.ts";

export * from "./public.ts";

/** Creates an engine. Nothing is loaded or started before the first call that needs it, or `warm`. */
export function createEngine(platform: Platform = browserPlatform()): Engine {
  return createEngineOver(platform);
}
