/**
 * A repository that the official package writes, in a virtual environment of this test's own, and what it answers about
 * it. Where Python or the package can't be had, the test says so.
 */

import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { scratch, tagview } from "../support/command-line";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ENVIRONMENT = join(ROOT, ".tools", "icechunk-python");
const PYTHON = join(ENVIRONMENT, "bin", "python");
const SCRIPT = join(ROOT, "tests", "support", "icechunk-official.py");
/** The later ones have later packages; version 2 of the specification needs Python 3.12. */
const CANDIDATES = [process.env.TAGVIEW_PYTHON ?? "", "python3.14", "python3.13", "python3.12", "python3"];

const run = promisify(execFile);

/** The virtual environment, made where it is not there yet; a reason where it can't be. */
async function prepared(): Promise<{ reason: string | null }> {
  if (await works(PYTHON, "import icechunk, zarr")) return { reason: null };
  rmSync(ENVIRONMENT, { recursive: true, force: true });
  for (const python of CANDIDATES) {
    if (python === "" || !(await works(python, "import venv, ensurepip"))) continue;
    try {
      await run(python, ["-m", "venv", ENVIRONMENT], { timeout: 60_000 });
      const quick = ["--quiet", "--retries", "0", "--timeout", "10", "--only-binary", ":all:"];
      await run(PYTHON, ["-m", "pip", "install", ...quick, "icechunk", "zarr", "numpy"], {
        timeout: 150_000,
      });
      return { reason: null };
    } catch {
      rmSync(ENVIRONMENT, { recursive: true, force: true });
      return { reason: "Python's package icechunk can't be installed" };
    }
  }
  return { reason: "there is no Python 3 with venv" };
}

async function works(python: string, statement: string): Promise<boolean> {
  try {
    await run(python, ["-c", statement], { timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: what Python answers has many shapes, all of which are compared
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
    "is told as that tells it, where it may write version %i of the specification",
    async (spec) => {
      const { reason } = await prepared();
      if (reason !== null || !existsSync(PYTHON)) {
        console.log(`skipped: ${reason}`);
        return;
      }
      const name = `version-${spec}`;
      const { stdout } = await run(PYTHON, [SCRIPT, join(folder, name), String(spec)], {
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
