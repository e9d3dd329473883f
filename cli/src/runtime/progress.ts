/** A progress bar on a terminal, with percent, MB/s and time left. It is gone when the work is done. */

import { isatty } from "node:tty";
import { onInterrupt } from "./interruption";

export interface Progress {
  /** Reports the number of bytes read out of `total`, which is null if unknown. */
  update(bytes: number, total: number | null): void;
  /** Reports the number of finished steps out of `total`, and the latest one. */
  step(done: number, total: number, what: string): void;
  /** Hides the bar until the next update, so that other output can be printed. */
  clear(): void;
  /** Removes the bar permanently. */
  stop(): void;
}

const SILENT: Progress = { update() {}, step() {}, clear() {}, stop() {} };
// Shorter work is done before anyone has read the bar.
const APPEARS_MS = 300;

/** A progress bar if it is `wanted` and standard error is a terminal; otherwise nothing is shown. */
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
  const unregister = onInterrupt(clear);
  const show = (done: number, total: number | null, describe: (seconds: number) => string): void => {
    const elapsed = (performance.now() - begin) / 1000;
    if (elapsed * 1000 < APPEARS_MS) return;
    const what = describe(elapsed);
    if (!shown) bar.start(total ?? 1, 0, { what });
    shown = true;
    bar.setTotal(total ?? 1);
    bar.update(total === null ? 0 : done, { what });
  };
  return {
    update: (bytes, total) => show(bytes, total, (elapsed) => describeProgress(bytes, total, elapsed)),
    step: (done, total, what) =>
      show(done, total, () => `${Math.floor((100 * done) / total)} %   ${done} of ${total}   ${what}`),
    clear,
    stop() {
      clear();
      unregister();
    },
  };
}

/** `63 %   640 MB/s   0.4 s left`; without a total, `12.0 MB   640 MB/s`. */
function describeProgress(bytes: number, total: number | null, seconds: number): string {
  const rate = bytes / seconds;
  const speed = `${(rate / 1e6).toFixed(0)} MB/s`;
  if (total === null || total === 0) return `${(bytes / 1e6).toFixed(1)} MB   ${speed}`;
  const left = rate > 0 ? `   ${((total - bytes) / rate).toFixed(1)} s left` : "";
  return `${Math.floor((100 * bytes) / total)} %   ${speed}${left}`;
}
