/** Simulated recordings, on the calling thread. */

import { cancelled } from "../../../errors.ts";
import type { Instance } from "../../../worker/instance.ts";
import type { Control } from "./control.ts";

/** Parameters of the source as on the command line, and options of its recording. */
export type SimulateOptions = object;

/** Writes a simulated recording. */
export async function simulate(
  instance: Instance<"more">,
  options: SimulateOptions,
  { write, pause, signal }: Control,
): Promise<void> {
  const job = instance.make(({ Simulate }) => new Simulate(options));
  try {
    for (;;) {
      const chunk = job.call((simulation) => simulation.next());
      if (chunk === undefined) return;
      await write(chunk);
      await pause();
      if (signal.aborted) throw cancelled(signal);
    }
  } finally {
    job.free();
  }
}
