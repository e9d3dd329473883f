/** Writes a recording in another format, on a worker. */

import { cancelled, TagviewError } from "../../../errors.ts";
import { ChunkSize, pump } from "../../../source/pump.ts";
import { BufferedSender } from "../../../worker/buffered-sender.ts";
import type { Job } from "../../../worker/method.ts";
import type { Exported, ExportJob } from "./export-options.ts";

/** Buffers that wait to be written: 10 MB. */
const BUFFERS = 20;
/** Bytes of a recording at a time: the text may be a hundred times as long. */
const CHUNK = 256 << 10;

/** @throws TagviewError `usage`, `too-large`, `open-failed`, `read-failed`, `cancelled` or `internal`. */
export async function writeExport(job: Job<ExportJob>): Promise<Exported> {
  const { args, instance, source } = job;
  if (source === null) throw new TagviewError("internal", "nothing to export", "please report it");
  const writing = instance.make(({ Export }) => new Export(args));
  let bytes = 0;
  const sender = new BufferedSender(job, BUFFERS, () => bytes);
  // A new view each time: memory may grow while waiting for a buffer.
  const put = (length: number) =>
    sender.put(length, (from, n) =>
      instance.view(
        writing.call((file) => file.output() + from),
        n,
      ),
    );
  try {
    const opened = await job.open(source);
    try {
      const push = (n: number): number => writing.call((file) => file.push(n));
      let pauseDue = performance.now() + job.turn;
      const pushed = async (length: number, n: number): Promise<boolean> => {
        bytes += n;
        await put(length);
        if (performance.now() >= pauseDue) {
          job.report({ type: "bytes", bytes, total: opened.byteLength });
          await job.pause();
          pauseDue = performance.now() + job.turn;
        }
        if (job.isCancelled) throw cancelled();
        return true;
      };
      await pump(opened, { place: writing.place, push }, pushed, new ChunkSize(undefined, CHUNK));
    } finally {
      opened.close();
    }
    await put(writing.call((file) => file.finish()));
    sender.flush();
    return writing.call((file) => file.result());
  } catch (thrown) {
    sender.drop();
    throw thrown;
  } finally {
    writing.free();
  }
}
