/** Compares formats in the thread of a worker: reads the first tags or references, then measures row by row. */

import { cancelled, TagviewError } from "../../errors.ts";
import { pump } from "../../source/pump.ts";
import type { Job } from "../../worker/method.ts";
import type { CompareJob } from "./job.ts";
import { COMPARED_FORMATS, type Compared, type ComparedItems, type ComparedRow } from "./results.ts";

/** @throws TagviewError `usage`, `open-failed`, `read-failed`, `cancelled` or `internal`. */
export async function measure(job: Job<CompareJob>): Promise<Compared> {
  const { args, instance, source } = job;
  if (source === null) throw new TagviewError("internal", "nothing to compare", "please report it");
  const compare = instance.make(({ Compare }) => new Compare(args, () => performance.now()));
  const turn = async (): Promise<void> => {
    await job.pause();
    if (job.isCancelled) throw cancelled();
  };
  try {
    const opened = await job.open(source);
    try {
      let bytes = 0;
      const push = (n: number): boolean => compare.call((reading) => reading.push(n));
      await pump(opened, { place: compare.place, push }, async (more, n) => {
        bytes += n;
        job.report({ type: "bytes", bytes, total: opened.byteLength });
        await turn();
        return more;
      });
    } finally {
      opened.close();
    }
    const items: ComparedItems = compare.call((reading) => reading.begin());
    job.report({ type: "items", items });
    const rows: ComparedRow[] = [];
    for (;;) {
      await turn();
      const row: ComparedRow | null = compare.call((measuring) => measuring.next());
      if (row === null) break;
      rows.push(row);
      job.report({ type: "row", row: { row, done: rows.length, rows: items.rows } });
    }
    return { ...items, rows: inOrder(rows) };
  } finally {
    compare.free();
  }
}

/** Rows by format; within a format, slow compressions stay last. */
function inOrder(rows: ComparedRow[]): ComparedRow[] {
  const place = ({ format }: ComparedRow): number => COMPARED_FORMATS.indexOf(format);
  return rows.sort((a, b) => place(a) - place(b));
}
