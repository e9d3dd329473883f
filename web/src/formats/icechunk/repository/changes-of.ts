/** The changes of a commit: in a few words, as a table, and the paths of the changed nodes. */

import type { TransactionLogContent } from "@tagview/engine";
import { some } from "../../../ui/numbers";
import type { Repository } from "../state";
import { changesTable, type TableData } from "../tables";

/** "+1 array, 2 chunks changed": new, deleted, moved and updated. */
export function changesOf(log: TransactionLogContent): string {
  const chunks = log.updated_chunks.reduce((sum, { chunks }) => sum + chunks, 0);
  const parts: [sign: string, number: number, noun: string, verb: string][] = [
    ["+", log.new_groups.length, "group", ""],
    ["+", log.new_arrays.length, "array", ""],
    ["−", log.deleted_groups.length, "group", ""],
    ["−", log.deleted_arrays.length, "array", ""],
    ["", log.updated_groups.length, "group", " changed"],
    ["", log.updated_arrays.length, "array", " changed"],
    ["", log.moved_nodes.length, "node", " moved"],
    ["", chunks, "chunk", " changed"],
  ];
  return parts
    .filter(([, number]) => number > 0)
    .map(([sign, number, noun, verb]) => `${sign}${some(number, noun)}${verb}`)
    .join(", ");
}

/** The paths of the nodes of a snapshot by their ids, and of the nodes that only its parent has. */
export function pathsOf(snapshot: Repository["snapshot"]): Map<string, string> {
  const nodes = snapshot?.nodes.is === "read" ? snapshot.nodes.what : [];
  return new Map([...(snapshot?.earlier ?? []), ...nodes].map(({ id, path }) => [id, path]));
}

/** The changes of a snapshot's commit, below its message, which the history cuts; none for the first snapshot. */
export function changesIn(snapshot: Repository["snapshot"]): TableData[] {
  const { changes = null, message = "" } = snapshot?.outline ?? {};
  if (changes === null) return [];
  const paths = pathsOf(snapshot);
  const table = changesTable(changes, (node) => paths.get(node) ?? node);
  if (message === "") return [table];
  return [{ ...table, lead: `${message}: the changes of this commit to its parent.` }];
}
