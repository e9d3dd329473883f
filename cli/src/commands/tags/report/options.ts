/** The options of `tagview report`. */

import type { TagOptions } from "../options";

export interface ReportOptions extends TagOptions {
  output: string;
  force?: boolean;
  quiet?: boolean;
  a?: bigint;
  b?: bigint;
  window: string;
  period?: string;
}
