/** The wasm classes that read and join parts, under the names the engine calls them by. */

import type { Borders, IndexOf, Merge, Scan, Slice } from "@tagview/wasm";
import type { Wanted, WantingObject } from "../../source/wants.ts";
import type { Instance, WasmObject } from "../../worker/instance.ts";
import type { ScanRequest } from "./request.ts";
import type { PartDescription, PartRequest } from "./session/part-report.ts";

export class PartReader {
  private readonly scan: Scan;
  constructor(scan: Scan) {
    this.scan = scan;
  }
  free() {
    this.scan.free();
  }
  reserve(n: number) {
    return this.scan.reserve(n);
  }
  push(n: number) {
    return this.scan.push(n);
  }
  finish() {
    this.scan.finish();
  }
  describe(): PartDescription {
    const { kept_tags, kept_bytes, ...part } = this.scan.part();
    return { ...part, held_tags: kept_tags, held_bytes: kept_bytes };
  }
  save() {
    return this.scan.save();
  }
  background() {
    return this.scan.standing();
  }
  query(request: PartRequest) {
    return this.scan.ask(request);
  }
  takeTags(least: number) {
    return this.scan.handOver(least);
  }
  pushTags(tags: Uint8Array) {
    this.scan.hold(tags);
  }
}

export type PartJoiner = Pick<Scan, "free" | "join" | "conclude" | "snapshot" | "preview" | "derive">;

/** @throws TagviewError `usage`. */
export function createPartReader(instance: Instance, request: PartRequest): WasmObject<PartReader> {
  const { holdBytes, background, fanOut, ...rest } = request;
  const old = {
    ...rest,
    ...(holdBytes !== undefined && { keep: holdBytes }),
    ...(background !== undefined && { standing: background }),
    ...(fanOut !== undefined && { relay: fanOut }),
  };
  return instance.make(({ Scan }) => new PartReader(new Scan(old)));
}

/** @throws TagviewError `usage`. */
export function createPartJoiner(instance: Instance, request: ScanRequest): WasmObject<PartJoiner> {
  return instance.make(({ Scan }) => new Scan(request));
}

/** Where the frames of a file start. */
export function createFrameStarts(instance: Instance): WantingObject<Float64Array> & { free(): void } {
  const borders: WasmObject<Borders> = instance.make(({ Borders }) => new Borders());
  let bytes = new Uint8Array(0);
  let found = new Float64Array(0);
  const object = {
    wants(): Wanted | undefined {
      const offset = borders.call((job) => job.wants());
      return offset === undefined ? undefined : { input: 0, offset, length: 64 };
    },
    push(n: number): Float64Array {
      found = new Float64Array(0);
      return borders.call((job) => job.push(bytes.subarray(0, n))) as typeof found;
    },
    end: () => found,
  };
  return {
    call: (f) => f(object),
    place(n) {
      bytes = new Uint8Array(n);
      return bytes;
    },
    free: () => borders.free(),
  };
}

type OldWanting = { wants(): { offset: number; length: number } | undefined };
const firstInput = (job: OldWanting): Wanted | undefined => {
  const wanted = job.wants();
  return wanted && { input: 0, ...wanted };
};

export class IndexReader {
  private readonly job: IndexOf;
  constructor(job: IndexOf) {
    this.job = job;
  }
  free = () => this.job.free();
  reserve = (n: number) => this.job.reserve(n);
  wants = () => firstInput(this.job);
  push = (n: number) => this.job.push(n);
  end = () => this.job.end();
  frames = () => this.job.frames();
  finish = () => this.job.finish();
}

export function createIndexReader(instance: Instance, size: number): WasmObject<IndexReader> {
  return instance.make(({ IndexOf }) => new IndexReader(new IndexOf(size)));
}

export class SliceJob {
  private readonly job: Slice;
  constructor(job: Slice) {
    this.job = job;
  }
  free = () => this.job.free();
  reserve = (n: number) => this.job.reserve(n);
  wants = () => firstInput(this.job);
  push = (n: number): Uint8Array => this.job.push(n);
  end = (): Uint8Array => this.job.end();
  finish = () => this.job.finish();
  total = () => this.job.total();
  result = () => this.job.result();
}

export function createSlice(instance: Instance, options: object): WasmObject<SliceJob> {
  return instance.make(({ Slice }) => new SliceJob(new Slice(options)));
}

export class MergeJob {
  private readonly job: Merge;
  private input = 0;
  private pushed = 0;
  constructor(job: Merge) {
    this.job = job;
  }
  free = () => this.job.free();
  reserve = (n: number) => this.job.reserve(n);
  wants = (): Wanted | undefined => {
    const wanted = this.job.wants();
    if (wanted === undefined) return undefined;
    this.input = wanted.input;
    this.pushed = 0;
    return { offset: 0, ...wanted };
  };
  push = (n: number): Uint8Array => {
    this.pushed += n;
    return this.job.push(this.input, n);
  };
  end = (): Uint8Array => (this.pushed === 0 ? this.job.push(this.input, 0) : new Uint8Array(0));
  finish = () => this.job.finish();
  result = () => this.job.result();
}

export function createMerge(instance: Instance, options: object): WasmObject<MergeJob> {
  return instance.make(({ Merge }) => new MergeJob(new Merge(options)));
}
