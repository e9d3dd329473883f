/** Writes one part of a recording as lines, on a worker. */

import { cancelled, TagviewError } from "../../../errors.ts";
import type { SourceDescription } from "../../../source/description.ts";
import { ChunkSize, pump } from "../../../source/pump.ts";
import { BufferedSender } from "../../../worker/buffered-sender.ts";
import type { Job } from "../../../worker/method.ts";
import type { CatJob } from "./options.ts";

/** Number of text buffers that wait to be written: 10 MB. More were not faster. */
const TEXT_BUFFERS = 20;
/** Bytes of a recording at a time, so that their text fits the processor's cache. */
const CHUNK = 256 << 10;

/** @throws TagviewError `usage`, `open-failed`, `read-failed`, `cancelled` or `internal`. */
export async function catPart(job: Job<CatJob>): Promise<CatJob["result"]> {
  const { args, instance, source } = job;
  if (source === null) throw new TagviewError("internal", "a part has no source", "please report it");
  const lines = instance.make(({ Cat }) => new Cat(args.request));
  let bytes = 0;
  let isPlaced = false;
  let pauseDue = performance.now() + job.turn;
  const sender = new BufferedSender(job, TEXT_BUFFERS, () => bytes);
  // A new view each time: memory may grow while waiting for a buffer.
  const put = (length: number) =>
    sender.put(length, (from, n) =>
      instance.view(
        lines.call((cat) => cat.output() + from),
        n,
      ),
    );

  const pushed = async (length: number, n: number): Promise<boolean> => {
    bytes += n;
    const origin = isPlaced ? undefined : lines.call((cat) => cat.origin());
    if (origin !== undefined) {
      isPlaced = true;
      job.report({ type: "origin", origin });
    }
    let more: number | undefined = length;
    for (; more !== undefined; more = lines.call((cat) => cat.more())) {
      await put(more);
      if (performance.now() >= pauseDue) {
        await job.pause();
        pauseDue = performance.now() + job.turn;
      }
      if (job.isCancelled) throw cancelled();
    }
    return true;
  };
  const push = (n: number): number => lines.call((cat) => cat.push(n));
  const read = async (part: SourceDescription): Promise<void> => {
    const opened = await job.open(part);
    try {
      await pump(opened, { place: lines.place, push }, pushed, new ChunkSize(undefined, CHUNK));
    } finally {
      opened.close();
    }
  };

  try {
    await read(source);
    if (!(args.isLast || lines.call((cat) => cat.atBorder()))) {
      // The next part depends on this reader's state.
      job.report({ type: "unsound" });
      const rest = await job.inbox.next();
      if (rest === undefined || job.isCancelled) throw cancelled();
      await read(rest);
    }
    await put(lines.call((cat) => cat.finish()));
    sender.flush();
    return lines.call((cat) => ({ ...cat.snapshot(), ending: cat.ending() }));
  } catch (thrown) {
    sender.drop();
    throw thrown;
  } finally {
    lines.free();
  }
}
