/** Makes frames from runs of lines or tags, on a worker. */

import type { FramePacker } from "@tagview/wasm/more";
import { cancelled } from "../../../errors.ts";
import { BufferedSender } from "../../../worker/buffered-sender.ts";
import type { WasmObject } from "../../../worker/instance.ts";
import type { Job } from "../../../worker/method.ts";
import type { PackJob } from "./options.ts";

/** Number of buffers with frames in transit: more frames wait in wasm memory, which they occupy anyway. */
const FRAME_BUFFERS = 2;

type Cached = { name: "none" } | { name: "cached"; packing: string; packer: WasmObject<FramePacker> };

/** Packs one run after another. */
export function createPacker() {
  /** Reused for all runs: new memory for each would be fragmented and take twice as much. */
  let cached: Cached = { name: "none" };

  /** Frees the memory of a second reader. */
  function free(): void {
    if (cached.name === "cached") cached.packer.free();
    cached = { name: "none" };
  }

  function packerFor({ instance, args }: Job<PackJob>): WasmObject<FramePacker> {
    const packing = JSON.stringify(args.packing);
    if (cached.name === "cached" && cached.packing === packing) return cached.packer;
    free();
    const packer = instance.make(({ FramePacker }) => new FramePacker(args.packing));
    cached = { name: "cached", packing, packer };
    return packer;
  }

  /** @throws TagviewError `usage`, `cancelled` or `internal`; a bad line is known once the results are joined. */
  async function pack(job: Job<PackJob>): Promise<PackJob["result"]> {
    const { instance, args } = job;
    const packer = packerFor(job);
    packer.call((frames) => frames.begin(args.lines, args.bytes));
    for (;;) {
      const input = await job.inbox.next();
      if (input === undefined || job.isCancelled) throw cancelled();
      const { bytes, isLast } = input;
      const n = bytes.length;
      packer.place(n).set(bytes);
      // Before the result: later messages are ignored.
      job.giveBack(bytes);
      const wantsMore = packer.call((frames) => (args.of === "tags" ? frames.pushTags(n) : frames.push(n)));
      if (isLast || !wantsMore) break;
    }
    const saved = packer.call((frames) => frames.finish());
    const sender = new BufferedSender(job, FRAME_BUFFERS, () => 0);
    try {
      const length = packer.call((frames) => frames.length());
      await sender.put(length, (from, n) =>
        instance.view(
          packer.call((frames) => frames.output() + from),
          n,
        ),
      );
      sender.flush();
      job.moveWithResult(saved);
      return { saved };
    } catch (thrown) {
      sender.drop();
      throw thrown;
    }
  }

  return { pack, free };
}
