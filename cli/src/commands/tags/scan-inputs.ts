/** Scans several inputs at a time, and returns results in the order of the inputs. */

import {
  type ErrorObject,
  engine,
  type ScannedColumns,
  type ScanOptions,
  type ScanRequest,
  type Snapshot,
  TagviewError,
  worksHere,
} from "../../runtime/engine";
import { areSmall, type Input } from "../../runtime/inputs";
import { orderedConcurrency } from "../../runtime/ordered-concurrency";
import type { Progress } from "../../runtime/progress";
import { missingFrom, type ScanCommand } from "./answer";
import { missingChannel } from "./needed-channels";
import { inOptions, missingByIndex } from "./preflight";

/** A recording that was scanned, or could not be. */
type Scanned = Pick<ScannedColumns, "snapshot" | "close">;

/** Scans several inputs at a time; the n-th call of the returned function resolves to the n-th snapshot. */
export function scanInOrder(
  inputs: Input[],
  command: ScanCommand,
  progress: Progress,
): () => Promise<Scanned> {
  const sizes = inputs.map(({ size }) => size);
  const where = worksHere && areSmall(sizes) ? "here" : "worker";
  const total = sizes.reduce((sum, size) => (sum === null || size === null ? null : sum + size), 0);
  let read = 0;

  const scanOne = async (input: Input): Promise<Scanned> => {
    // An index contains no virtual channels.
    const isIndexed = command.channels !== undefined && command.request.define === undefined;
    const missing = await missingByIndex(input, isIndexed ? (command.needed ?? []) : []);
    let known = 0;
    const onBytes: ScanOptions["onBytes"] = (bytes, size) => {
      read += bytes - known;
      known = bytes;
      progress.update(read, inputs.length === 1 ? size : total);
    };
    const scanned =
      missing === null ? await scanInput(input, command.request, { where, onBytes }) : unread(missing);
    scanned.snapshot.error ??= await missingIn(input, command, scanned.snapshot);
    if (missing === null) await command.secondReading?.(input, scanned.snapshot, command.request);
    return scanned;
  };
  if (!sizes.includes(null)) return orderedConcurrency(inputs, scanOne);
  // The writer of a pipe may wait for the answer about the input before it, so inputs are scanned one by one.
  const rest = inputs.values();
  return () => scanOne(rest.next().value as Input);
}

/**
 * The error about missing parts of the result. If channels are selected, the others are looked up in a separate scan.
 */
async function missingIn(
  { source, size }: Input,
  command: ScanCommand,
  snapshot: Snapshot,
): Promise<ErrorObject | null> {
  const missing = missingFrom(command, snapshot);
  const { selection, ...others } = command.request;
  if (missing?.code !== "no-channel" || selection?.channels === undefined || size === null) return missing;
  const all = await engine.tags.scan(source, { ...others, analyses: [{ name: "summary" }] });
  const channels = all.analyses.summary?.channels.map(({ channel }) => channel) ?? [];
  return missingChannel(command.needed ?? [], channels) ?? missing;
}

/** Scans an input. An input that cannot be opened gives a result too, because `--json` prints a line for it. */
async function scanInput({ source }: Input, request: ScanRequest, options: ScanOptions): Promise<Scanned> {
  try {
    return await engine.tags.scanColumns(source, request, options);
  } catch (thrown) {
    if (thrown instanceof TagviewError && thrown.code !== "cancelled") {
      return unread(inOptions(thrown).toObject());
    }
    throw thrown;
  }
}

/** The scan of a recording that could not be read. */
function unread(error: ErrorObject): Scanned {
  const snapshot: Snapshot = {
    bytes: 0,
    total: null,
    frames: 0,
    messages: 0,
    tags: 0,
    doubtful_tags: 0,
    passed_over: 0,
    indexed: false,
    joined: null,
    done: true,
    complete: false,
    error,
    findings: [error],
    analyses: {},
  };
  return { snapshot, close: () => {} };
}
