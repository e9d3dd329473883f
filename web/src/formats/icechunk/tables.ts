/** The content of a file as tables of texts. */

import { count, si } from "@tagview/charts";
import type {
  IcechunkNode,
  IcechunkSummary,
  NamedSnapshots,
  RepoContent,
  SnapshotContent,
  TransactionLogContent,
} from "@tagview/engine";
import { some } from "../../ui/numbers";
import type { explanations } from "./explanations";

export interface TableData {
  caption: string;
  /** What the table shows, in a sentence. */
  lead: string;
  /** The explanations of its columns. */
  about: keyof typeof explanations;
  columns: string[];
  rows: string[][];
}

const size = (bytes: bigint): string => si(Number(bytes), "B");

/** The tables of a file of any type; empty for a damaged one. */
export function tablesOf({ snapshot, manifest, transaction_log, repo }: IcechunkSummary): TableData[] {
  if (snapshot !== null) return snapshotTables(snapshot);
  if (transaction_log !== null) return [changesTable(transaction_log)];
  if (repo !== null) return repoTables(repo);
  if (manifest === null) return [];
  return [
    {
      caption: "Arrays",
      lead: "The references of each array, by where its chunks are stored.",
      about: "arrays",
      columns: ["node", "references", "native", "virtual", "inline", "bytes of chunks"],
      rows: manifest.arrays.map((array) => [
        array.node,
        ...[array.refs, array.native, array.virtual, array.inline].map(count),
        size(array.bytes),
      ]),
    },
  ];
}

function snapshotTables({ nodes, manifests }: SnapshotContent): TableData[] {
  return [
    {
      caption: "Nodes",
      lead: "The groups and arrays of this snapshot.",
      about: "nodes",
      columns: ["path", "type", "shape", "chunks", "manifests"],
      rows: nodes.map((node) => [node.path, node.type, ...shapeCells(node)]),
    },
    {
      caption: "Manifests",
      lead: "The files that list where chunks are stored.",
      about: "manifests",
      columns: ["manifest", "size", "references"],
      rows: manifests.map(({ id, bytes, refs }) => [id, size(bytes), count(refs)]),
    },
  ];
}

export function shapeCells(node: IcechunkNode): string[] {
  if (node.type !== "array") return ["", "", ""];
  const { shape, manifests } = node;
  const lengths = shape.map(({ name, array_length }) =>
    name === null ? String(array_length) : `${name} ${array_length}`,
  );
  const chunks = shape.map(({ num_chunks }) => num_chunks);
  return [lengths.join(" × ") || "scalar", chunks.join(" × "), count(manifests.length)];
}

/** The changes of a commit; `nameOf` returns the name of a node. */
export function changesTable(
  log: TransactionLogContent,
  nameOf: (node: string) => string = (node) => node,
): TableData {
  const nodes = (what: string, ids: string[]) => ids.map((id) => [what, nameOf(id), ""]);
  return {
    caption: "Changes",
    lead: "The changes of this commit to its parent.",
    about: "changes",
    columns: ["change", "node", "details"],
    rows: [
      ...nodes("new group", log.new_groups),
      ...nodes("new array", log.new_arrays),
      ...nodes("deleted group", log.deleted_groups),
      ...nodes("deleted array", log.deleted_arrays),
      ...nodes("updated group", log.updated_groups),
      ...nodes("updated array", log.updated_arrays),
      ...log.moved_nodes.map(({ from, to, node }) => [
        "moved",
        node === null ? "" : nameOf(node),
        `${from} to ${to}`,
      ]),
      ...log.updated_chunks.map(({ node, chunks }) => [
        "updated chunks",
        nameOf(node),
        some(chunks, "chunk"),
      ]),
    ],
  };
}

function repoTables({ branches, tags, deleted_tags, snapshots, latest_updates }: RepoContent): TableData[] {
  const named = (what: string, refs: NamedSnapshots) => [...refs].map(([name, id]) => [name, what, id ?? ""]);
  return [
    {
      caption: "Branches and tags",
      lead: "The names of snapshots.",
      about: "branches",
      columns: ["name", "kind", "snapshot"],
      rows: [
        ...named("branch", branches),
        ...named("tag", tags),
        ...deleted_tags.map((name) => [name, "deleted tag", ""]),
      ],
    },
    {
      caption: "Snapshots",
      lead: "Each commit makes a snapshot, a state of all nodes.",
      about: "snapshots",
      columns: ["snapshot", "parent", "time", "message"],
      rows: snapshots.map(({ id, parent, flushed_at, message }) => [
        ...[id, parent ?? "", flushed_at ?? "", message],
      ]),
    },
    {
      caption: "Updates",
      lead: "The latest changes of the repository's own settings, branches and tags.",
      about: "updates",
      columns: ["update", "of", "time"],
      rows: latest_updates.map(({ type, name, updated_at }) => [type, name ?? "", updated_at ?? ""]),
    },
  ];
}
