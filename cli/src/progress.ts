/** A progress bar on a terminal: percent, MB/s, time left; gone when done. */

import { isatty } from "node:tty";
import { onInterrupt } from "./status";

export interface Progress {
  update(bytes: number, total: number | null): void;
  /** Takes it away until the next update: something else is to be printed. */
  clear(): void;
  stop(): void;
}

const SILENT: Progress = { update() {}, clear() {}, stop() {} };
// Shorter jobs are over before anyone has read the bar.
const APPEARS_MS = 300;

/** A bar if standard error is a terminal and `wanted`. */
export async function startProgress(wanted: boolean): Promise<Progress> {
  if (!wanted || !isatty(2)) return SILENT;
  const { SingleBar } = (await import("cli-progress")).default;
  const bar = new SingleBar({
    format: " {bar} {what}",
    barsize: 24,
    clearOnComplete: true,
    hideCursor: true,
    stream: process.stderr,
  });
  const begin = performance.now();
  let shown = false;
  const clear = () => {
    if (shown) bar.stop();
    shown = false;
  };
  const forget = onInterrupt(clear);
  return {
    update(bytes, total) {
      const passed = (performance.now() - begin) / 1000;
      if (passed * 1000 < APPEARS_MS) return;
      const what = describeProgress(bytes, total, passed);
      if (!shown) bar.start(total ?? 1, 0, { what });
      shown = true;
      bar.update(total === null ? 0 : bytes, { what });
    },
    clear,
    stop() {
      clear();
      forget();
    },
  };
}

/** `63 %   640 MB/s   0.4 s left`; without a total what is known. */
export function describeProgress(bytes: number, total: number | null, seconds: number): string {
  const rate = bytes / seconds;
  const speed = `${(rate / 1e6).toFixed(0)} MB/s`;
  if (total === null || total === 0) return `${(bytes / 1e6).toFixed(1)} MB   ${speed}`;
  const left = rate > 0 ? `   ${((total - bytes) / rate).toFixed(1)} s left` : "";
  return `${Math.floor((100 * bytes) / total)} %   ${speed}${left}`;
}
