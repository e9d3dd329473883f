/** The nodes of a snapshot as a tree. */

import { count } from "@tagview/charts";
import type { IcechunkNode } from "@tagview/engine";
import type { TreeItem } from "../../../ui/tree";
import { shapeCells } from "../tables";

/** A node of the tree while it is built. */
interface Growing extends TreeItem {
  children: Growing[];
}

/** Each node below the nearest one whose path its own begins with: a damaged snapshot may lack groups in between. */
export function treeOf(nodes: readonly IcechunkNode[]): TreeItem[] {
  const items = new Map<string, Growing>();
  const roots: Growing[] = [];
  const parts = (path: string): number => (path === "/" ? 0 : path.split("/").length);
  const inOrder = [...nodes].sort(
    (a, b) => parts(a.path) - parts(b.path) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
  for (const node of inOrder) {
    const parent = ancestorOf(node.path, items);
    const above = parent === undefined || parent.key === "/" ? "/" : `${parent.key}/`;
    const item: Growing = {
      key: node.path,
      name: node.path === "/" ? "/" : node.path.slice(above.length),
      note: noteOf(node),
      isLeaf: node.type === "array",
      children: [],
    };
    if (!items.has(node.path)) items.set(node.path, item);
    (parent?.children ?? roots).push(item);
  }
  return roots;
}

function ancestorOf(path: string, items: ReadonlyMap<string, Growing>): Growing | undefined {
  if (path === "/") return undefined;
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    const item = items.get(path.slice(0, at));
    if (item) return item;
  }
  return items.get("/");
}

function noteOf(node: IcechunkNode): string {
  if (node.type !== "array") return node.type === "unknown" ? "of an unknown type" : "";
  const [shape = "", chunks = ""] = shapeCells(node);
  const all = node.shape.reduce((product, { num_chunks }) => product * num_chunks, 1n);
  return chunks === ""
    ? shape
    : `${shape} in ${node.shape.length > 1 ? `${chunks} = ` : ""}${count(all)} chunks`;
}
