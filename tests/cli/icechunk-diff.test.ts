/** `tagview icechunk REPOSITORY --diff A B`: the changes between two snapshots. */

import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { scratch, tagview } from "../support/command-line";
import { id, idText, repositoryFiles, writeFiles } from "../support/icechunk";
import { changedRepository } from "../support/icechunk-changed";

const folder = scratch();
const diff = (...args: string[]) => tagview(["icechunk", ...args], "", folder);
const [FIRST, SECOND] = [idText(id(1)), idText(id(2))];
const NOTHING = { added: 0, removed: 0, changed: 0 };

beforeAll(() => {
  writeFiles(join(folder, "changed"), changedRepository());
  writeFiles(join(folder, "branches"), repositoryFiles());
});

it("lists nodes that are new, deleted, moved, and whose metadata, shape or chunks differ", async () => {
  const { status, stdout, stderr } = await diff("changed", "--diff", "v1", "main", "--json");
  expect([status, stderr]).toEqual([0, ""]);
  const node = (change: string, type: string, path: string, more: object) => ({
    ...{ change, type, path, moved_from: null, metadata: false, shape: false, chunks: null },
    ...more,
  });
  expect(JSON.parse(stdout)).toEqual({
    file: "changed",
    type: "diff",
    from: FIRST,
    to: SECOND,
    nodes: [
      node("updated", "group", "/", { metadata: true }),
      node("deleted", "array", "/deleted", {}),
      node("updated", "array", "/grows", { shape: true, chunks: { added: 1, removed: 1, changed: 1 } }),
      node("updated", "group", "/is", { moved_from: "/was" }),
      node("new", "array", "/new", { chunks: { ...NOTHING, added: 2 } }),
    ],
    complete: true,
    error: null,
  });
});

it("is the other way round for the names the other way round, and nothing for a snapshot and itself", async () => {
  const { nodes } = JSON.parse((await diff("changed", "--diff", "main", "v1", "--json")).stdout);
  expect(nodes.map(({ change, path }: Record<string, string>) => `${change} ${path}`)).toEqual([
    ...["updated /", "new /deleted", "updated /grows", "deleted /new", "updated /was"],
  ]);
  const none = await diff("changed", "--diff", SECOND, "main");
  expect(none.stdout).toContain("nothing: nodes, metadata and chunks are the same\n");
});

it("prints a line for each node, and a table", async () => {
  const text = await diff("changed", "--diff", "v1", "main");
  expect(text.stdout).toBe(
    `changes from ${FIRST} (v1) to ${SECOND} (main)\n\n` +
      "~ group /         zarr.json changed\n" +
      "- array /deleted\n" +
      "~ array /grows    shape changed · 1 chunk added · 1 chunk removed · 1 chunk changed\n" +
      "~ group /is       moved from /was\n" +
      "+ array /new      2 chunks\n",
  );
  const table = await diff("changed", "--diff", "v1", "main", "--tsv");
  expect(table.stdout.split("\n").slice(0, 2)).toEqual([
    "#change\ttype\tpath\tmoved_from\tmetadata\tshape\tchunks_added\tchunks_removed\tchunks_changed",
    "updated\tgroup\t/\t\ttrue\tfalse\t\t\t",
  ]);
});

it("compares branches that are not ancestors of each other", async () => {
  const { stdout } = await diff("branches", "--diff", "main", "dev");
  expect(stdout).toContain("- array /temperature\n");
});

it("wants two snapshots that exist, and a repository", async () => {
  const one = await diff("changed", "--diff", "main");
  expect([one.status, one.stderr]).toEqual([2, expect.stringContaining("--diff v1 main")]);
  const unknown = await diff("changed", "--diff", "v1", "nowhere");
  expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining("name one of main, v1")]);
  const file = await diff(`changed/snapshots/${FIRST}`, "--diff", "v1", "main");
  expect([file.status, file.stderr]).toEqual([2, expect.stringContaining("name a repository's folder")]);
});
