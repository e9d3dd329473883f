/** The very beginning of a file, read before it is known how the file is split. */

import type { Pool } from "../../../worker/pool.ts";
import type { Hooks } from "../../../worker/pooled-worker.ts";
import type { ScanRequest } from "../request.ts";
import type { PartJobs } from "./part-jobs.ts";
import type { ReadJob } from "./part-report.ts";
import type { Placement } from "./placement.ts";

/** Bytes of a file that are looked at before it is known how it is split. */
const FIRST_PREVIEW = 256 << 10;

/** What reads it. */
interface PreviewResources {
  jobs: PartJobs;
  pool: Pool;
  placement: Placement;
  signal: AbortSignal;
}

/** Reads it; `onPreview` gets its partial results. */
export async function readPreview(
  { jobs, pool, placement, signal }: PreviewResources,
  request: ScanRequest,
  onPreview: (preview: { bytes: number; saved: Uint8Array }) => void,
): Promise<void> {
  const task = jobs.task({ from: 0, to: FIRST_PREVIEW }, request, 0);
  const onReport: Hooks<ReadJob>["onReport"] = (report) => {
    if (report.type === "origin") placement.learn(report.origin, null);
    if (report.type !== "progress" || report.saved === null) return;
    onPreview({ bytes: report.bytes, saved: report.saved });
  };
  try {
    await jobs.start(await pool.take(signal), task, signal, { onReport }).result;
  } catch {
    // What goes wrong here goes wrong again with the part that begins here, and is told then.
  }
}
