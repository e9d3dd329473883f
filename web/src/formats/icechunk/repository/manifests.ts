import { count, si } from "@tagview/charts";
import type { ArraySummary } from "@tagview/engine";
import type { TableData } from "../tables";

const size = (bytes: bigint): string => si(Number(bytes), "B");

/** Manifests of an array, with the number of chunks in each and its part of the array. */
export function manifestsOf({ node, manifests }: ArraySummary): TableData {
  const range = ([from, to]: [number, number]): string =>
    to - from <= 1 ? count(from) : `${count(from)}–${count(to - 1)}`;
  return {
    caption: `Manifests of ${node.path}`,
    lead: "The files that list where the chunks of this array are stored.",
    about: "manifests",
    columns: ["manifest", "size", "references", "extents", "chunk bytes"],
    rows: manifests.map(({ id, extents, bytes, references }) => [
      id,
      bytes === null ? "–" : size(bytes),
      references === null ? "missing" : count(references.refs),
      extents.map(range).join(" × "),
      references === null ? "–" : size(references.bytes),
    ]),
  };
}
