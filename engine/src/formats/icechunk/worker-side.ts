/** Reads Icechunk metadata in the thread of a worker. */

import { cancelled, TagviewError } from "../../errors.ts";
import type { Job } from "../../worker/method.ts";
import type { JobType } from "../../worker/protocol.ts";
import type { RepositoryCheck } from "./check.ts";
import { type Folder, findingOf, type RepositoryFinding, type RepositoryReader } from "./folder.ts";
import type {
  ArrayColumns,
  CheckJob,
  FileJob,
  PostedFolder,
  ReferencesJob,
  RepositoryJob,
  RepositoryOutline,
} from "./job.ts";
import type { IcechunkReading, ReferenceStretch } from "./open.ts";
import { openedRepository } from "./open-repository.ts";
import { createReader } from "./reader.ts";
import type { IcechunkSummary } from "./results.ts";

/** Maximum references of an array: with three dimensions they take 100 MB. */
const MOST_REFERENCES = 5_000_000;

type ReadingJob = JobType & { module: "more"; report: { bytes: number; total: number | null } };

const readerOf = <J extends ReadingJob>(job: Job<J>): RepositoryReader =>
  createReader({ take: async () => job.instance, give() {} }, (source) => job.open(source));

/** Ends reading when the job is cancelled, and reports progress. */
function readingOf<J extends ReadingJob>(job: Job<J>): IcechunkReading {
  const stop = new AbortController();
  return {
    signal: stop.signal,
    onBytes: (bytes, total) => {
      if (job.isCancelled) stop.abort();
      job.report({ bytes, total });
    },
  };
}

export async function file(job: Job<FileJob>): Promise<IcechunkSummary> {
  if (job.source === null) throw new TagviewError("internal", "nothing to open", "please report it");
  const opened = await readerOf(job).open(job.source, readingOf(job));
  opened.close();
  return opened.summary;
}

// Only the sizes of chunks are needed, so they have no source.
const NOT_READ = { kind: "bytes", bytes: new Uint8Array(0) } as const;

function folderOf({ name, files }: PostedFolder): Folder {
  const entries = files.map(
    ({ path, bytes, source }) => [path, { bytes, source: source ?? NOT_READ }] as const,
  );
  return { name, files: new Map(entries) };
}

export async function repository(job: Job<RepositoryJob>): Promise<RepositoryOutline> {
  const { summary } = await openedRepository(folderOf(job.args), readerOf(job), readingOf(job));
  const snapshots = summary.snapshots.map(({ nodes, ...rest }) => ({ ...rest, nodes: nodes.length }));
  return { ...summary, snapshots };
}

export async function check(job: Job<CheckJob>): Promise<RepositoryCheck> {
  const opened = await openedRepository(folderOf(job.args), readerOf(job), readingOf(job));
  return opened.check();
}

export async function references(job: Job<ReferencesJob>): Promise<ArrayColumns> {
  const { manifests, node, rank } = job.args;
  const reader = readerOf(job);
  const stretches: ReferenceStretch[] = [];
  const findings: RepositoryFinding[] = [];
  let [kept, left] = [0, 0];
  for (const { path, source } of manifests) {
    if (job.isCancelled) throw cancelled();
    try {
      const opened = await reader.open(source, readingOf(job));
      try {
        for (const [k, array] of (opened.summary.manifest?.arrays ?? []).entries()) {
          if (array.node !== node) continue;
          let taken = 0;
          for (const stretch of opened.referenceStretches(k)) {
            if (kept >= MOST_REFERENCES) break;
            stretches.push(stretch);
            kept += stretch.ranks.length;
            taken += stretch.ranks.length;
          }
          left += Math.max(0, array.refs - taken);
        }
      } finally {
        opened.close();
      }
    } catch (thrown) {
      const finding = findingOf(path, thrown);
      if (finding.code === "cancelled") throw thrown;
      findings.push(finding);
    }
    await job.pause();
  }
  const columns = joined(stretches, kept, rank);
  job.moveWithResult(columns.indices, columns.kinds, columns.lengths);
  return { ...columns, left, findings };
}

/** All batches in one, without references that have another number of coordinates. */
function joined(
  stretches: readonly ReferenceStretch[],
  references: number,
  rank: number,
): Omit<ArrayColumns, "left" | "findings"> {
  const indices = new Uint32Array(references * rank);
  const kinds = new Uint8Array(references);
  const lengths = new Float64Array(references);
  let n = 0;
  for (const stretch of stretches) {
    let from = 0;
    for (let k = 0; k < stretch.ranks.length; k++) {
      const coordinates = stretch.ranks[k] ?? 0;
      if (coordinates === rank) {
        for (let d = 0; d < rank; d++) indices[n * rank + d] = stretch.indices[from + d] ?? 0;
        kinds[n] = stretch.kinds[k] ?? 0;
        lengths[n] = Number(stretch.lengths[k] ?? 0n);
        n += 1;
      }
      from += coordinates;
    }
  }
  const misfits = references - n;
  return {
    rank,
    indices: indices.slice(0, n * rank),
    kinds: kinds.slice(0, n),
    lengths: lengths.slice(0, n),
    misfits,
  };
}
