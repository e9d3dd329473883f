/** The changes of a commit: in a few words, and the paths of the changed nodes. */

import { count } from "@tagview/charts";
import type { TransactionLogContent } from "@tagview/engine";
import type { Repository } from "../state";

/** "+1 array ~2 chunks": new, deleted, updated and moved. */
export function changesOf(log: TransactionLogContent): string {
  const chunks = log.updated_chunks.reduce((sum, { chunks }) => sum + chunks, 0);
  const parts: [sign: string, number: number, what: string][] = [
    ["+", log.new_groups.length, "group"],
    ["+", log.new_arrays.length, "array"],
    ["−", log.deleted_groups.length, "group"],
    ["−", log.deleted_arrays.length, "array"],
    ["~", log.updated_groups.length, "group"],
    ["~", log.updated_arrays.length, "array"],
    ["→", log.moved_nodes.length, "node"],
    ["~", chunks, "chunk"],
  ];
  return parts
    .filter(([, number]) => number > 0)
    .map(([sign, number, what]) => `${sign}${count(number)}\u00a0${what}${number === 1 ? "" : "s"}`)
    .join(" ");
}

/** The paths of the nodes of a snapshot by their ids, and of the nodes that only its parent has. */
export function pathsOf(snapshot: Repository["snapshot"]): Map<string, string> {
  const nodes = snapshot?.nodes.is === "read" ? snapshot.nodes.what : [];
  return new Map([...(snapshot?.earlier ?? []), ...nodes].map(({ id, path }) => [id, path]));
}
