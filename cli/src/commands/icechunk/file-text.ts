/** A metadata file as text, and as a table for programs. */

import type { Colours } from "../../output/colour";
import { count, plural, size } from "../../output/numbers";
import { printable } from "../../output/printable";
import { type Column, table } from "../../output/table";
import { type Cell, integers, type Table, texts } from "../../output/tsv";
import type {
  IcechunkDimension,
  IcechunkNode,
  IcechunkSummary,
  ManifestContent,
  NamedSnapshots,
  RepoContent,
  SnapshotContent,
  TransactionLogContent,
} from "../../runtime/engine";

const left = (title: string): Column => ({ title, align: "left" });
const right = (title: string): Column => ({ title, align: "right" });

export function fileText(summary: IcechunkSummary, colours: Colours): string {
  const { type, id, spec_version, implementation, file_bytes, content_bytes } = summary;
  const { snapshot, manifest, transaction_log, repo } = summary;
  const facts = [
    colours.bold(`${type.replace("-", " ")}${id === null ? "" : ` ${id}`}`),
    `version ${spec_version}`,
    printable(implementation),
    `${size(file_bytes)} (${size(content_bytes)} decompressed)`,
  ].join(" · ");
  const content =
    (snapshot && snapshotText(snapshot)) ??
    (manifest && manifestText(manifest)) ??
    (transaction_log && logText(transaction_log)) ??
    (repo && repoText(repo)) ??
    "";
  return `${facts}\n${content}`;
}

/** The file's table: nodes, arrays, changes or snapshots. */
export function fileTsv({ snapshot, manifest, transaction_log, repo }: IcechunkSummary): Table {
  if (snapshot !== null) {
    return {
      columns: texts("id", "path", "type", "shape", "chunks", "manifests"),
      rows: snapshot.nodes.map((node) => [node.id, printable(node.path), node.type, ...shapeCells(node)]),
    };
  }
  if (manifest !== null) {
    return {
      columns: [...texts("node"), ...integers("refs", "native", "virtual", "inline", "bytes")],
      rows: manifest.arrays.map((array) => [
        ...[array.node, array.refs, array.native, array.virtual, array.inline, array.bytes],
      ]),
    };
  }
  if (transaction_log !== null)
    return {
      columns: [...texts("change", "node", "from", "to"), ...integers("chunks")],
      rows: changeRows(transaction_log),
    };
  return {
    columns: texts("id", "parent", "flushed_at", "message"),
    rows: (repo?.snapshots ?? []).map(({ id, parent, flushed_at, message }) => [
      id,
      parent,
      flushed_at,
      printable(message),
    ]),
  };
}

function shapeCells(node: IcechunkNode): Cell[] {
  if (node.type !== "array") return [null, null, null];
  return [
    node.shape.map(({ array_length }) => array_length).join("x"),
    node.shape.map(({ num_chunks }) => num_chunks).join("x"),
    node.manifests.map(({ id }) => id).join(","),
  ];
}

/** `y 100, x 100 in 2 × 2 chunks` */
export function shapeText(shape: readonly IcechunkDimension[]): string {
  if (shape.length === 0) return "scalar";
  const lengths = shape.map(({ name, array_length }) =>
    name === null ? count(array_length) : `${printable(name)} ${count(array_length)}`,
  );
  const chunks = shape.map(({ num_chunks }) => count(num_chunks)).join(" × ");
  return `${lengths.join(shape.some(({ name }) => name !== null) ? ", " : " × ")} in ${chunks} chunks`;
}

export function nodesText(nodes: readonly IcechunkNode[]): string {
  if (nodes.length === 0) return "no nodes\n";
  return table(
    [left("path"), left("type"), left("shape"), right("manifests")],
    nodes.map((node) => [
      printable(node.path),
      node.type,
      node.type === "array" ? shapeText(node.shape) : "",
      node.type === "array" ? count(node.manifests.length) : "",
    ]),
  );
}

function snapshotText(snapshot: SnapshotContent): string {
  const { parent, flushed_at, message, metadata, manifests, nodes } = snapshot;
  const facts = [
    `${flushed_at ?? ""}  ${printable(message)}`,
    ...(parent === null ? [] : [`parent ${parent}`]),
  ];
  const names = [...metadata.keys()];
  if (names.length > 0) facts.push(`metadata: ${names.map(printable).join(", ")}`);
  const listed = table(
    [left("manifest"), right("size"), right("references")],
    manifests.map(({ id, bytes, refs }) => [id, size(Number(bytes)), count(refs)]),
  );
  return `${facts.join("\n")}\n\n${nodesText(nodes)}${manifests.length === 0 ? "" : `\n${listed}`}`;
}

function manifestText({ arrays, location_dictionary_bytes }: ManifestContent): string {
  const dictionary =
    location_dictionary_bytes === null
      ? ""
      : `locations are compressed with a dictionary of ${size(location_dictionary_bytes)}\n`;
  return `${dictionary}\n${table(
    [
      left("node"),
      right("references"),
      right("native"),
      right("virtual"),
      right("inline"),
      right("bytes of chunks"),
    ],
    arrays.map((array) => [
      array.node,
      count(array.refs),
      count(array.native),
      count(array.virtual),
      count(array.inline),
      size(Number(array.bytes)),
    ]),
  )}`;
}

/** A row per change: kind, node, paths before and after, number of chunks. */
function changeRows(log: TransactionLogContent): Cell[][] {
  const nodes = (what: string, ids: string[]): Cell[][] => ids.map((id) => [what, id, null, null, null]);
  return [
    ...nodes("new group", log.new_groups),
    ...nodes("new array", log.new_arrays),
    ...nodes("deleted group", log.deleted_groups),
    ...nodes("deleted array", log.deleted_arrays),
    ...nodes("updated group", log.updated_groups),
    ...nodes("updated array", log.updated_arrays),
    ...log.moved_nodes.map(({ from, to, node }) => ["moved", node, printable(from), printable(to), null]),
    ...log.updated_chunks.map(({ node, chunks }) => ["updated chunks", node, null, null, chunks]),
  ];
}

/** The changes of a commit, `+2 groups +1 array ~40 chunks of 2 arrays`; empty without changes. */
export function changesText(log: TransactionLogContent): string {
  const chunks = log.updated_chunks.reduce((sum, { chunks }) => sum + chunks, 0);
  const some = (sign: string, n: number, noun: string) => (n === 0 ? [] : [`${sign}${plural(n, noun)}`]);
  return [
    ...some("+", log.new_groups.length, "group"),
    ...some("+", log.new_arrays.length, "array"),
    ...some("-", log.deleted_groups.length, "group"),
    ...some("-", log.deleted_arrays.length, "array"),
    ...some("~", log.updated_groups.length, "group"),
    ...some("~", log.updated_arrays.length, "array"),
    ...some("→", log.moved_nodes.length, "node"),
    ...some("~", chunks, "chunk"),
  ].join(" ");
}

function logText(log: TransactionLogContent): string {
  const rows = changeRows(log).map(([what, node, from, to, chunks]) => [
    String(what),
    String(node ?? ""),
    from === null ? (chunks === null ? "" : plural(Number(chunks), "chunk")) : `${from} to ${to}`,
  ]);
  if (rows.length === 0) return "nothing was changed\n";
  return `\n${table([left("change"), left("node"), left("")], rows)}`;
}

function repoText(repo: RepoContent): string {
  const named = (what: string, refs: NamedSnapshots) =>
    [...refs].map(([name, id]) => [what, printable(name), id ?? "no snapshot"]);
  const refs = [...named("branch", repo.branches), ...named("tag", repo.tags)];
  const deleted = repo.deleted_tags.map((name) => ["deleted tag", printable(name), ""]);
  const status = `the repository is ${repo.status.availability}\n`;
  return `${status}\n${table([left(""), left("name"), left("snapshot")], [...refs, ...deleted])}
${table(
  [left("snapshot"), left("parent"), left("time"), left("message")],
  repo.snapshots.map(({ id, parent, flushed_at, message }) => [
    id,
    parent ?? "",
    flushed_at ?? "",
    printable(message),
  ]),
)}
${table(
  [left("update"), left("of"), left("time")],
  repo.latest_updates.map(({ type, name, updated_at }) => [type, printable(name ?? ""), updated_at ?? ""]),
)}`;
}
