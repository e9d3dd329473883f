/** What the engine exports of offset headers. */

export type { Offsets } from "./api.ts";
export * from "./results.ts";
