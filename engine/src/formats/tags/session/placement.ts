/** The origin of times in the parts of a file; only one part is read before it is known. */

import type { ScanRequest } from "../request.ts";
import type { PartRequest } from "./part-report.ts";

export class Placement {
  /** Time of the file's first tag, once it is known. */
  origin: bigint | undefined;
  /** Time of the first selected tag, once it is known. */
  private start: bigint | undefined;
  /** Whether the layout of bins depends on the first selected tag. */
  private readonly needsStart: boolean;
  private wake = (): void => {};

  constructor({ analyses, selection }: ScanRequest) {
    const rates = analyses.some(({ name, ...rest }) => name === "rate" && !("start" in rest));
    this.needsStart = rates && selection !== undefined;
  }

  get isKnown(): boolean {
    return this.origin !== undefined && !(this.needsStart && this.start === undefined);
  }

  learn(origin: bigint | null, start: bigint | null): void {
    this.origin ??= origin ?? undefined;
    if (this.needsStart) this.start ??= start ?? undefined;
    if (this.isKnown) this.wake();
  }

  forget(): void {
    this.origin = undefined;
    this.start = undefined;
  }

  /** Settles once it is known. */
  known(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
      if (this.isKnown) resolve();
    });
  }

  /** A request for a part. */
  placed(request: ScanRequest, at: number): PartRequest {
    const placed: PartRequest = { ...request, at: BigInt(at) };
    if (this.origin !== undefined) placed.origin = this.origin;
    if (this.start !== undefined) placed.start = this.start;
    return placed;
  }
}
