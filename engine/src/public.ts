/** Exports of `@tagview/engine` on every platform, except `createEngine`. */

export type { Closable } from "./dispose.ts";
export type { Engine } from "./engine.ts";
export { asTagviewError, type EngineCode, type ErrorObject, TagviewError } from "./errors.ts";
export * from "./formats/public.ts";
export type { Platform } from "./platform.ts";
export type { Recognised } from "./recognise.ts";
export {
  describe,
  nameOf,
  type ReadAs,
  type SliceableBytes,
  type SourceDescription,
  type SourceInput,
} from "./source/description.ts";
export type { FileNow, RandomAccess } from "./source/random-access.ts";
export type { Place, Source } from "./source/stream.ts";
export { needsTail, TAIL_BYTES, tailFirst, tailLength, tailPrefix } from "./source/tail-first.ts";
export {
  DEFAULT_TICK,
  isWholeTicks,
  parseRange,
  parseRealTime,
  parseTick,
  parseTime,
  type Tick,
  toSeconds,
} from "./units.ts";
export type { CallOptions } from "./until.ts";
export type { ModuleName } from "./worker/modules.ts";
export type { WorkerPeer } from "./worker/protocol.ts";
export type { Write } from "./write.ts";
