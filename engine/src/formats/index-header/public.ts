/** Exports of index-headers. */

export type { BlockSources, SegmentSource } from "./block.ts";
export { type ChangedLabel, ChangedLabels, labelChange, type Sides } from "./changes.ts";
export type { LabelList, LabelSummary } from "./labels.ts";
export type { OpenIndexHeader } from "./open.ts";
export type { IndexHeaderOptions, IndexHeaders } from "./reader.ts";
export type * from "./results.ts";
export { type Text, textKey } from "./texts.ts";
