/** Recordings in formats of other tools: written by a worker, forwarded in order. */

import type { Resources } from "../../../resources.ts";
import type { SourceDescription } from "../../../source/description.ts";
import type { Control, StreamOptions } from "./control.ts";
import type { Exported, ExportJob, ExportOptions } from "./export-options.ts";
import { OrderedJobs } from "./ordered-jobs.ts";

/** Options of an export. */
export interface ExportControl extends StreamOptions {
  /** `here` runs on the calling thread, which is faster for small files; the default is a worker. */
  where?: "worker" | "here" | undefined;
}

/** @throws TagviewError like `writeExport`. */
export async function exportTags(
  { measuring, measuringHere, isPostable }: Resources,
  source: SourceDescription,
  options: ExportOptions,
  { write, onBytes, signal }: Control,
  where: ExportControl["where"],
): Promise<Exported> {
  const worker = await (where !== "here" && isPostable(source) ? measuring : measuringHere).take(signal);
  const jobs = new OrderedJobs<ExportJob, null>();
  const cancel = (): void => jobs.cancel();
  const task = { format: "tags", method: "export", source, args: options };
  const { result } = jobs.begin(worker, task, null, () => ({
    onReport: ({ bytes, total }) => onBytes?.(bytes, total),
  }));
  jobs.end();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    await jobs.write(
      async (buffer) => write(buffer),
      () => true,
    );
    return await result;
  } finally {
    signal.removeEventListener("abort", cancel);
    jobs.close();
  }
}
