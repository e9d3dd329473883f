/** Exports of offset headers. */

export type { Offsets } from "./api.ts";
export { incidents, orderSentence, progressSentences, type Wording } from "./movement.ts";
export * from "./over-time/public.ts";
export * from "./results.ts";
