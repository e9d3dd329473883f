/** A repository and its arrays as text, and as tables for programs. */

import type { Colours } from "../../output/colour";
import { count, plural, size } from "../../output/numbers";
import { printable } from "../../output/printable";
import { type Column, table } from "../../output/table";
import { integers, type Table, texts } from "../../output/tsv";
import {
  type ArraySummary,
  type HistoryRow,
  historyRows,
  type RepositoryCheck,
  type RepositorySnapshot,
  type RepositorySummary,
  snapshotAt,
  TagviewError,
} from "../../runtime/engine";
import { changesText, nodesText, shapeText } from "./file-text";

const left = (title: string): Column => ({ title, align: "left" });
const right = (title: string): Column => ({ title, align: "right" });

/** Branches and tags, the history as a graph, and the nodes of the snapshot that `at` names. */
export function repositoryText(
  summary: RepositorySummary,
  check: RepositoryCheck | null,
  colours: Colours,
  at?: string,
): string {
  const { spec_version, branches, tags, deleted_tags, snapshots, manifests, files, bytes } = summary;
  const refs = manifests.reduce((sum, { arrays }) => sum + arrays.reduce((n, array) => n + array.refs, 0), 0);
  const facts = [
    colours.bold(`repository of version ${spec_version ?? "?"}`),
    plural(snapshots.length, "snapshot"),
    plural(manifests.length, "manifest"),
    plural(refs, "reference"),
    `${plural(files, "file")}, ${size(bytes)}`,
  ].join(" · ");
  const deleted =
    deleted_tags.length === 0 ? "" : `deleted tags: ${deleted_tags.map(printable).join(", ")}\n`;
  const labels = new Map<string, string[]>();
  for (const [name, id] of [...branches, ...tags]) {
    if (id !== null) labels.set(id, [...(labels.get(id) ?? []), printable(name)]);
  }
  const history = historyRows(snapshots).flatMap((row) => historyLines(row, labels, colours));
  let nodes = "";
  if (snapshots.length > 0 && (at !== undefined || branches.size > 0)) {
    try {
      const shown = snapshotAt(summary, at);
      nodes = `\n${colours.bold(`nodes of ${shown.id}`)}\n${nodesText(shown.nodes)}`;
    } catch (cause) {
      // A branch may lead to a missing snapshot. The history and the check are printed all the same.
      if (at !== undefined || !(cause instanceof TagviewError)) throw cause;
      nodes = `\n${cause.message}\n`;
    }
  }
  return `${facts}\n${deleted}\n${history.map((line) => `${line}\n`).join("")}${nodes}${checkText(check)}`;
}

/** The snapshot's line, with the line above it that shows which lines of descent end there. */
function historyLines(
  { snapshot, column, passing, joining }: HistoryRow<RepositorySnapshot>,
  labels: Map<string, string[]>,
  { bold, dim }: Colours,
): string[] {
  const width = Math.max(column, ...passing, ...joining) + 1;
  const draw = (mark: (k: number) => string) =>
    Array.from({ length: width }, (_, k) => mark(k))
      .join(" ")
      .trimEnd();
  const names = labels.get(snapshot.id);
  const node = draw((k) => (k === column ? "*" : passing.includes(k) ? "|" : " "));
  const indent = draw((k) => ((k === column && snapshot.parent !== null) || passing.includes(k) ? "|" : " "));
  // Lines of joining columns continue to the left, up to the previous column.
  const joined = draw((k) => (k === column || passing.includes(k) ? "|" : " ")).padEnd(2 * width, " ");
  const slashes = [...joined].map((mark, at) => (joining.includes((at + 1) / 2) ? "/" : mark));
  const bytes = snapshot.manifests.reduce((sum, manifest) => sum + manifest.bytes, 0n);
  const facts = [
    plural(snapshot.nodes.length, "node"),
    `${plural(snapshot.manifests.length, "manifest")} ${size(Number(bytes))}`,
    ...(snapshot.changes === null ? [] : [changesText(snapshot.changes)]),
  ].filter((fact) => fact !== "");
  return [
    ...(joining.length > 0 ? [slashes.join("").trimEnd()] : []),
    `${node} ${bold(snapshot.id)}${names === undefined ? "" : ` (${names.join(", ")})`} ${dim(snapshot.flushed_at ?? "")} ${printable(snapshot.message)}`,
    `${indent}   ${dim(facts.join(" · "))}`,
  ];
}

/** Maximum number of damaged snapshots that are named; the JSON has all. */
const MOST_DAMAGED = 5;

function checkText(check: RepositoryCheck | null): string {
  if (check === null) return "";
  const { unreachable, unreachable_damaged, manifests, chunks, storage, findings, more } = check;
  const sizes = [
    `native ${size(Number(storage.native_bytes))}`,
    `virtual ${size(Number(storage.virtual_bytes))}`,
    `inline ${size(Number(storage.inline_bytes))}`,
  ];
  const result = findings.length === 0 ? "all are there" : plural(findings.length + more, "finding");
  const damaged =
    unreachable_damaged.length === 0
      ? ""
      : ` (damaged: ${unreachable_damaged.slice(0, MOST_DAMAGED).map(printable).join(", ")}${unreachable_damaged.length > MOST_DAMAGED ? ", ..." : ""})`;
  const unchecked =
    unreachable === 0
      ? ""
      : `not checked, because no branch or tag reaches them: ${plural(unreachable, "snapshot")}${damaged}\n`;
  return `\n${plural(manifests, "manifest")} and ${plural(chunks, "native chunk")} checked: ${result}
chunks that branches and tags lead to: ${sizes.join(", ")}\n${unchecked}`;
}

export function repositoryTsv({ snapshots }: RepositorySummary): Table {
  return {
    columns: [
      ...texts("id", "parent", "flushed_at"),
      ...[...integers("nodes", "manifests", "manifest_bytes"), ...texts("message")],
    ],
    rows: snapshots.map(({ id, parent, flushed_at, nodes, manifests, message }) => [
      id,
      parent,
      flushed_at,
      nodes.length,
      manifests.length,
      manifests.reduce((sum, { bytes }) => sum + bytes, 0n),
      printable(message),
    ]),
  };
}

export function arrayText(array: ArraySummary, { bold }: Colours): string {
  const { node, snapshot, shape, grid, refs, native, virtual, inline, missing, bytes, manifests } = array;
  const extents = (ranges: [number, number][]) =>
    ranges.map(([from, to]) => `${count(from)}..${count(to - 1)}`).join(" × ");
  return `${bold(printable(node.path))} · ${shapeText(shape)} · snapshot ${snapshot}
${plural(refs, "reference")} of ${count(grid)} chunks: ${count(native)} native, ${count(virtual)} virtual, ${count(inline)} inline, ${count(missing)} missing · ${size(Number(bytes))}

${table(
  [left("manifest"), left("chunks"), right("size"), right("references"), right("bytes of chunks")],
  manifests.map(({ id, extents: ranges, bytes, references }) => [
    id,
    extents(ranges),
    bytes === null ? "" : size(Number(bytes)),
    references === null ? "missing" : count(references.refs),
    references === null ? "" : size(Number(references.bytes)),
  ]),
)}`;
}

export function arrayTsv({ manifests }: ArraySummary): Table {
  return {
    columns: [...texts("manifest", "extents"), ...integers("bytes", "refs", "native", "virtual", "inline")],
    rows: manifests.map(({ id, extents, bytes, references }) => [
      id,
      extents.map(([from, to]) => `${from}:${to}`).join(","),
      bytes,
      references?.refs ?? null,
      references?.native ?? null,
      references?.virtual ?? null,
      references?.inline ?? null,
    ]),
  };
}
