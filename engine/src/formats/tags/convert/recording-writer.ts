/** Recordings written from tags that one thread reads: workers make the frames, or that thread for few tags. */

import type { Merge, Slice } from "@tagview/wasm/more";
import { BUFFER } from "../../../worker/buffer-pool.ts";
import type { Instance, WasmObject } from "../../../worker/instance.ts";
import type { Pool } from "../../../worker/pool.ts";
import type { Control } from "./control.ts";
import { canShareFrames, FrameJobs } from "./frame-jobs.ts";
import type { Contents, Packing } from "./options.ts";

type View = (from: number, n: number) => Uint8Array;

/** Receives the output of `Slice` or `Merge` of the wasm module. */
export interface RecordingWriter {
  /** Whether the output must be tags: `fanOut` of the class's options. */
  readonly fanOut: boolean;
  /**
   * Takes `length` bytes of output; `view` shows a part of them, until the next call into wasm.
   * @throws errors of writing.
   */
  put(length: number, view: View): Promise<void>;
  /** Called after all output; returns the contents of the recording, null if the class itself reports them. */
  finish(): Promise<Contents | null>;
  /** Ends running jobs. */
  close(): Promise<void>;
}

/** Output of `job`, valid until its next call. */
export function outputOf({ instance, call }: WasmObject<Slice> | WasmObject<Merge>): View {
  return (from, n) => {
    const address = (call as <T>(f: (object: Slice | Merge) => T) => T)((object) => object.output() + from);
    return instance.view(address, n);
  };
}

/** A writer for the useful number of threads. */
export function createRecordingWriter(
  instance: Instance<"more">,
  pool: Pool,
  packing: Packing,
  control: Control,
): RecordingWriter {
  if (canShareFrames(pool, packing)) return new TagRunsWriter(instance, pool, packing, control);
  return {
    fanOut: false,
    put: async (length, view) => {
      if (length > 0) await control.write(view(0, length).slice());
    },
    finish: async () => null,
    close: async () => {},
  };
}

/** Some tags of a run, as bytes. */
interface Portion {
  tags: () => Uint8Array;
  /** Whether they end the run. */
  isLast: boolean;
}

/** Bytes before the tags of a portion: its length, and whether it ends a run. */
const PORTION_HEADER = 8;

/** The portions in the output of the wasm module's `TagRuns`. */
function* portionsOf(length: number, view: View): Generator<Portion> {
  for (let at = 0; at < length; ) {
    const { buffer, byteOffset } = view(at, PORTION_HEADER);
    const header = new DataView(buffer, byteOffset, PORTION_HEADER);
    const from = at + PORTION_HEADER;
    const n = header.getUint32(0, true);
    yield { tags: () => view(from, n), isLast: header.getUint32(4, true) === 1 };
    at = from + n;
  }
}

type State =
  /** For at most one run: starting workers would take longer than they save. */
  { name: "few"; portions: Portion[] } | { name: "many"; frames: FrameJobs };

class TagRunsWriter implements RecordingWriter {
  readonly fanOut = true;
  private state: State = { name: "few", portions: [] };
  private readonly instance: Instance<"more">;
  private readonly pool: Pool;
  private readonly packing: Packing;
  private readonly control: Control;

  constructor(instance: Instance<"more">, pool: Pool, packing: Packing, control: Control) {
    this.instance = instance;
    this.pool = pool;
    this.packing = packing;
    this.control = control;
  }

  async put(length: number, view: View): Promise<void> {
    for (const portion of portionsOf(length, view)) {
      const { state } = this;
      if (state.name === "many") await send(state.frames, portion);
      else if (state.portions.at(-1)?.isLast) await this.startSharing(state.portions, portion);
      else state.portions.push(copyOf(portion));
    }
  }

  private async startSharing(portions: readonly Portion[], next: Portion): Promise<void> {
    const { instance, pool, packing, control } = this;
    const frames = new FrameJobs(instance, pool, packing, control);
    this.state = { name: "many", frames };
    for (const portion of [...portions, next]) await send(frames, portion);
  }

  async finish(): Promise<Contents> {
    return this.state.name === "many" ? this.state.frames.finish() : this.writeHere(this.state.portions);
  }

  async close(): Promise<void> {
    if (this.state.name === "many") await this.state.frames.close();
  }

  /** Makes the frames of the only run on this thread. */
  private async writeHere(portions: readonly Portion[]): Promise<Contents> {
    const { instance, packing, control } = this;
    const joiner = instance.make(({ PackJoiner }) => new PackJoiner(packing));
    const packer = instance.make(({ FramePacker }) => new FramePacker(packing));
    try {
      await control.write(joiner.call((join) => join.beginning()));
      if (portions.length > 0) {
        packer.call((frames) => frames.begin(0, 0));
        for (const { tags } of portions) {
          const bytes = tags();
          packer.place(bytes.length).set(bytes);
          if (!packer.call((frames) => frames.pushTags(bytes.length))) break;
        }
        const saved = packer.call((frames) => frames.finish());
        joiner.call((join) => join.join(saved));
        const length = packer.call((frames) => frames.length());
        for (let at = 0; at < length; at += BUFFER) {
          const from = packer.call((frames) => frames.output() + at);
          await control.write(instance.view(from, Math.min(BUFFER, length - at)).slice());
        }
      }
      await control.write(joiner.call((join) => join.finish()));
      return joiner.call((join) => join.written());
    } finally {
      packer.free();
      joiner.free();
    }
  }
}

/** A copy of a portion, which outlives its output. */
function copyOf({ tags, isLast }: Portion): Portion {
  const copy = tags().slice();
  return { tags: () => copy, isLast };
}

async function send(frames: FrameJobs, { tags, isLast }: Portion): Promise<void> {
  await frames.begin(() => ({ of: "tags", lines: 0, bytes: 0 }));
  await frames.send(tags, isLast);
}
