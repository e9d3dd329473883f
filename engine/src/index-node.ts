/** `@tagview/engine` in Node. */

import { createEngine as createEngineOver, type Engine } from "./engine.ts";
import { nodePlatform } from "./node.ts";
import type { Platform } from "./platform.ts";

export * from "./public.ts";

/** Creates an engine. Nothing is loaded or started before the first call that needs it, or `warm`. */
export function createEngine(platform: Platform = nodePlatform()): Engine {
  return createEngineOver(platform);
}
