/** What a session tells its reader. */

import type { ScanRequest } from "../request.ts";
import type { Listener } from "./merger.ts";

/** How a recording is read. */
export interface ReadingOptions extends Listener {
  /** Bytes that held tags may take. */
  budget: number;
  background: ScanRequest["analyses"];
  /** Whether reading goes on as the file grows. */
  follow: boolean;
  /** Whether it will be asked what was read. */
  keeps: boolean;
  /** Whether long histograms are told in runs at the end. */
  inRuns: boolean;
}
