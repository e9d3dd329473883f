/** Parameters of the functions of recordings. */

import {
  type Check,
  type Checks,
  checkedLater,
  type Keys,
  list,
  number,
  object,
  options,
  required,
} from "../../arguments.ts";
import { READ_AS } from "../../source/description.ts";
import { CALL } from "../../until.ts";
import type { CombineOptions } from "./combine.ts";
import type { StreamOptions } from "./convert/control.ts";
import type { ExportControl } from "./convert/export.ts";
import type { ExportOptions, ParquetTable } from "./convert/export-options.ts";
import type { MergeOptions } from "./convert/merge.ts";
import type { Packing, PackOptions } from "./convert/options.ts";
import type { RepairOptions } from "./convert/repair.ts";
import type { HistogramFit, HistogramOptions } from "./histograms.ts";
import type { KindOptions } from "./kind.ts";
import { assertRequest, type Definitions, type ScanRequest } from "./request.ts";
import type { ScanOptions } from "./session/open-session.ts";
import type { AskOptions, Session, SessionOptions } from "./session/session.ts";
import type { TagOptions } from "./tag-blocks.ts";

const request: Check = (value) => assertRequest(value as Partial<ScanRequest> | undefined);

const { import: _, ...TEXT } = READ_AS;
const KIND: Keys<KindOptions> = { ...TEXT, read_as: true, head: true, writes: true, ...CALL };
const READING: Keys<Omit<ScanOptions, "where">> = {
  ...CALL,
  onSnapshot: true,
  onBytes: true,
  interval: true,
  follow: true,
};
const SCAN: Keys<ScanOptions> = { ...READING, where: true };
const SESSION: Keys<SessionOptions> = { ...READING, budget: true, background: true };
const ASK: Keys<AskOptions> = { ...CALL, onProgress: true };
const STREAM: Keys<StreamOptions> = { ...CALL, write: true, onBytes: true };
const EXPORT_CONTROL: Keys<ExportControl> = { ...STREAM, where: true };
const DEFINITIONS: Keys<Definitions> = { define: true, tick: true };
const TAGS: Keys<TagOptions> = { ...CALL, ...DEFINITIONS, selection: true };
const PACKING: Keys<Packing> = { level: true, frameTags: true, about: true };
const PACK: Keys<PackOptions> = { ...PACKING, ...DEFINITIONS, selection: true };
const MERGE: Keys<MergeOptions> = { ...PACK, offsets: true };
const REPAIR: Keys<RepairOptions> = { ...PACKING, keepDoubtful: true };
const EXPORT: Keys<ExportOptions> = {
  target: true,
  metadata: true,
  unit: true,
  groupTags: true,
  microtimes: true,
  selection: true,
  ...DEFINITIONS,
};
const TABLE: Keys<ParquetTable> = { columns: true, metadata: true };
const HISTOGRAM: Keys<HistogramOptions> = { ...CALL, unit: true };
const FIT: Keys<HistogramFit> = { ...CALL, period: true, decays: true };
const COMBINE: Keys<CombineOptions> = { sum: true };

const source = checkedLater;
/** Without `write`, the error of `writeUntil` states it. */
const output = options(STREAM);

/** Functions that return no promise. */
export const AT_ONCE = {
  blocks: [source, options(TAGS), options(CALL)],
  // The session rejects without a request.
  open: [source, checkedLater, options(SESSION)],
} as const;

export const PROMISED = {
  kind: [source, options(KIND)],
  histograms: [source, options(HISTOGRAM)],
  histogramLifetime: [object, options(FIT)],
  scan: [source, request, options(SCAN)],
  scanColumns: [source, request, options(SCAN)],
  partial: [source, request, options(SCAN)],
  combine: [request, list, options(COMBINE)],
  cat: [source, checkedLater, options({ ...STREAM, ...DEFINITIONS })],
  pack: [source, required(PACK), output],
  slice: [source, required(PACK), output],
  merge: [list, required(MERGE), output],
  repair: [source, required(REPAIR), output],
  addIndex: [source, output],
  export: [source, required(EXPORT), options(EXPORT_CONTROL)],
  parquet: [required(TABLE)],
  index: [source, options(CALL)],
  frames: [source, options(CALL)],
  check: [request],
  interference: [object],
  settings: [list, number],
  simulate: [object, output],
} as const;

export const OF_SESSION: Checks<Pick<Session, "ask">> = { ask: [request, options(ASK)] };
export const TAGS_OF_SESSION: Checks<Pick<Session, "tags">> = { tags: [options(CALL)] };
