/**
 * A repository that the official package writes in a virtual environment of this test, and what the package reports
 * about it. If Python or the package is not available, the test prints the reason.
 */

import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { scratch, tagview } from "../support/command-line";
import { pythonWith } from "../support/python";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SCRIPT = join(ROOT, "tests", "support", "icechunk-official.py");

const run = promisify(execFile);

/** Version 2 of the specification needs a package that needs Python 3.12. */
const prepared = () =>
  pythonWith({
    name: "icechunk-python",
    packages: ["icechunk", "zarr", "numpy"],
    check: "import icechunk, zarr",
  });

// biome-ignore lint/suspicious/noExplicitAny: the results of Python have many shapes, and all are compared
type Any = any;

const folder = scratch();

async function lines(...args: string[]): Promise<Any[]> {
  const { status, stdout, stderr } = await tagview(["icechunk", "--json", ...args], "", folder);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

describe("a repository that the official package writes", () => {
  it.each([1, 2])(
    "is read as the package reads it, if the package can write version %i of the specification",
    async (spec) => {
      const environment = await prepared();
      if ("reason" in environment) {
        console.log(`skipped: ${environment.reason}`);
        return;
      }
      const name = `version-${spec}`;
      const { stdout } = await run(environment.python, [SCRIPT, join(folder, name), String(spec)], {
        maxBuffer: 1 << 28,
        timeout: 120_000,
      });
      // The package itself writes warnings to the same output before.
      const answers: Any = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
      const [read] = await lines(name, "--check");
      console.log(`icechunk ${answers.version} wrote version ${read.spec_version} of the specification`);
      expect([read.branches, read.tags]).toEqual([answers.branches, answers.tags]);
      expect(read.deleted_tags).toEqual(["gone"]);
      const { native_bytes, virtual_bytes, inline_bytes } = read.check.storage;
      expect([native_bytes, virtual_bytes, inline_bytes]).toEqual(answers.storage);

      const byId = new Map<string, Any>(read.snapshots.map((snapshot: Any) => [snapshot.id, snapshot]));
      for (const ancestry of Object.values<Any>(answers.ancestry)) {
        for (const wanted of ancestry) {
          const { id, parent, message, flushed_at_us, metadata, manifests } = byId.get(wanted.id);
          const listed = manifests
            .map((manifest: Any) => [manifest.id, manifest.bytes, manifest.refs])
            .sort();
          expect({
            ...{ id, parent, message, metadata },
            written_at_us: flushed_at_us,
            manifests: listed,
          }).toEqual(wanted);
        }
      }
      for (const [id, { nodes, flushed_at }] of Object.entries<Any>(answers.inspected)) {
        const snapshot = byId.get(id);
        expect(snapshot.flushed_at).toBe(flushed_at);
        expect(snapshot.nodes.map(({ id, path, type }: Any) => ({ id, path, node_type: type }))).toEqual(
          nodes.map(({ id, path, node_type }: Any) => ({ id, path, node_type })),
        );
      }
      for (const [id, wanted] of Object.entries<Any>(answers.changes)) {
        const { changes } = byId.get(id);
        expect({
          new_arrays: changes.new_arrays.length,
          deleted_arrays: changes.deleted_arrays.length,
          updated_arrays: changes.updated_arrays.length,
          updated_chunks: changes.updated_chunks.reduce((sum: number, { chunks }: Any) => sum + chunks, 0),
        }).toEqual(wanted);
      }
      for (const { from, to, chunks, ...paths } of answers.diffs) {
        const [{ nodes }] = await lines(name, "--diff", from, to);
        const pathsOf = (keep: (node: Any) => boolean) => nodes.filter(keep).map(({ path }: Any) => path);
        expect({
          new: pathsOf(({ change }) => change === "new"),
          deleted: pathsOf(({ change }) => change === "deleted"),
          updated: pathsOf(({ metadata }) => metadata),
        }).toEqual(paths);
        const counted = nodes.flatMap(({ path, chunks }: Any) => {
          const { added, removed, changed } = chunks ?? { added: 0, removed: 0, changed: 0 };
          return added + removed + changed === 0 ? [] : [[path, added + removed + changed]];
        });
        expect(Object.fromEntries(counted)).toEqual(chunks);
      }
      const locations: string[] = [];
      for (const [branch, arrays] of Object.entries<Any>(answers.arrays)) {
        for (const [path, { shape, chunks }] of Object.entries<Any>(arrays)) {
          const at = ["--array", path, "--at", branch];
          const [array] = await lines(name, ...at);
          expect(array.shape.map(({ array_length }: Any) => array_length)).toEqual(shape);
          const references = await lines(name, ...at, "--chunks");
          const kinds = references.map(({ index, kind }) => [index, kind]);
          const key = ([index]: Any) => index.map((n: number) => String(n).padStart(6, "0")).join();
          expect(kinds.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))).toEqual(
            chunks.toSorted((a: Any, b: Any) => (key(a) < key(b) ? -1 : 1)),
          );
          for (const { location } of references) if (location !== null) locations.push(location);
        }
      }
      expect(locations.sort()).toEqual(answers.locations.toSorted());
    },
    300_000,
  );
});
