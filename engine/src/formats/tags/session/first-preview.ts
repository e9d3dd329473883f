/** Reads the beginning of a file before its split points are known. */

import type { Pool } from "../../../worker/pool.ts";
import type { Hooks } from "../../../worker/pooled-worker.ts";
import type { ScanRequest } from "../request.ts";
import type { PartJobs } from "./part-jobs.ts";
import type { ReadJob } from "./part-report.ts";
import type { Placement } from "./placement.ts";

/** Number of bytes of the first preview. */
const FIRST_PREVIEW = 256 << 10;

/** Inputs of a first preview. */
interface PreviewResources {
  jobs: PartJobs;
  pool: Pool;
  placement: Placement;
  signal: AbortSignal;
}

/** Reads the beginning; `onPreview` receives its partial results. */
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
    // The part that begins here will fail with the same error, and report it.
  }
}
