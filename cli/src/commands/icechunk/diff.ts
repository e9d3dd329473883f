/** The changes between two snapshots: as text, as a table, and as JSON. */

import type { Colours } from "../../output/colour";
import { plural } from "../../output/numbers";
import { printable } from "../../output/printable";
import { integers, type Table, texts } from "../../output/tsv";
import type { NodeChange, RepositorySummary, SnapshotDiff } from "../../runtime/engine";
import { errorOf } from "./json";
import type { DiffJson } from "./schemas";

const MARKS = { new: "+", deleted: "-", updated: "~" };

/** A line for each node that changed. */
export function diffText(
  { from, to, nodes }: SnapshotDiff,
  names: { from: string; to: string },
  { bold }: Colours,
): string {
  const named = (id: string, name: string): string =>
    id.startsWith(name) ? id : `${id} (${printable(name)})`;
  const head = `${bold("changes")} from ${named(from, names.from)} to ${named(to, names.to)}\n\n`;
  if (nodes.length === 0) return `${head}nothing: nodes, metadata and chunks are the same\n`;
  const width = Math.max(...nodes.map(({ path }) => printable(path).length));
  const lines = nodes.map((node) => {
    const { change, type, path } = node;
    const line = `${MARKS[change]} ${type.padEnd(5)} ${printable(path).padEnd(width)}  ${details(node).join(" · ")}`;
    return `${line.trimEnd()}\n`;
  });
  return `${head}${lines.join("")}`;
}

function details({ change, type, moved_from, metadata, shape, chunks }: NodeChange): string[] {
  const { added = 0, removed = 0, changed = 0 } = chunks ?? {};
  if (change === "new") return type === "array" ? [plural(added, "chunk")] : [];
  return [
    ...(moved_from === null ? [] : [`moved from ${printable(moved_from)}`]),
    ...(metadata ? ["zarr.json changed"] : []),
    ...(shape ? ["shape changed"] : []),
    ...(added > 0 ? [`${plural(added, "chunk")} added`] : []),
    ...(removed > 0 ? [`${plural(removed, "chunk")} removed`] : []),
    ...(changed > 0 ? [`${plural(changed, "chunk")} changed`] : []),
  ];
}

export function diffTsv({ nodes }: SnapshotDiff): Table {
  return {
    columns: [
      ...texts("change", "type", "path", "moved_from", "metadata", "shape"),
      ...integers("chunks_added", "chunks_removed", "chunks_changed"),
    ],
    rows: nodes.map(({ change, type, path, moved_from, metadata, shape, chunks }) => [
      ...[change, type, path, moved_from, String(metadata), String(shape)],
      ...[chunks?.added ?? null, chunks?.removed ?? null, chunks?.changed ?? null],
    ]),
  };
}

/** The object that `--json` prints. */
export function diffJson(
  file: string,
  { from, to, nodes }: SnapshotDiff,
  summary: RepositorySummary,
): DiffJson {
  return { file, type: "diff", from, to, nodes, complete: summary.complete, error: errorOf(summary.error) };
}
