/** The names of nodes that a commit deleted: only an earlier snapshot has their paths. */

import type { IcechunkNode } from "@tagview/engine";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pathsOf } from "../../web/src/formats/icechunk/repository/changes-of";
import { chooseSnapshot } from "../../web/src/formats/icechunk/repository/read";
import type { Repository } from "../../web/src/formats/icechunk/state";

const group = (id: string, path: string): IcechunkNode => ({ id, path, type: "group" }) as IcechunkNode;
const NODES: Record<string, IcechunkNode[]> = {
  before: [group("A", "/"), group("B", "/inline")],
  after: [group("A", "/")],
};

function repository(parent: string | null): Repository {
  const changes = { deleted_arrays: ["B"], deleted_groups: [] };
  const nodes = async (id: string): Promise<IcechunkNode[]> => {
    const known = NODES[id];
    if (known === undefined) throw new Error("there is no such file");
    return known;
  };
  return {
    reading: { is: "read", what: { summary: { snapshots: [{ id: "after", parent, changes }] }, nodes } },
    snapshot: null,
    array: null,
    view: { array: null },
  } as unknown as Repository;
}

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {} });
  vi.stubGlobal("requestAnimationFrame", () => 0);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("a deleted node has the path of the earlier snapshot", async () => {
  const opened = repository("before");
  await chooseSnapshot(opened, "after");
  await vi.waitFor(() => expect(pathsOf(opened.snapshot).get("B")).toBe("/inline"));
  expect(pathsOf(opened.snapshot).get("A")).toBe("/");
});

it("a deleted node has no path if the earlier snapshot can't be read", async () => {
  for (const parent of [null, "lost"]) {
    const opened = repository(parent);
    await chooseSnapshot(opened, "after");
    expect(pathsOf(opened.snapshot).get("B")).toBeUndefined();
  }
});
