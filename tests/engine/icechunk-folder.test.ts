/** A repository as the page reads it: outlined in a worker, its arrays in columns, their grids in cells. */

import {
  chunkSizes,
  type Folder,
  gridCell,
  gridCells,
  isRepository,
  type ReferenceColumns,
} from "@tagview/engine";
import { describe, expect, it } from "vitest";
import { testEngine } from "../support/engine";
import { id, idText, repositoryFiles } from "../support/icechunk";

const { icechunk } = testEngine();

function folderOf(files: Record<string, Uint8Array>): Folder {
  const entries = Object.entries(files).map(
    ([path, bytes]) => [path, { bytes: bytes.length, source: new Blob([new Uint8Array(bytes)]) }] as const,
  );
  return { name: "by hand", files: new Map(entries) };
}

const without = (path: string): Record<string, Uint8Array> =>
  Object.fromEntries(Object.entries(repositoryFiles()).filter(([name]) => !name.startsWith(path)));

describe("a folder", () => {
  it("is a repository by the file repo, or by snapshots and refs", () => {
    expect(isRepository(Object.keys(repositoryFiles()))).toBe(true);
    expect(isRepository(["snapshots/", "refs/", "config.yaml"])).toBe(true);
    expect(isRepository(["refs/a", "snapshots/b"])).toBe(true);
    expect(isRepository(["snapshots/a.tags", "runs/repo"])).toBe(false);
    expect(isRepository([])).toBe(false);
  });

  it("of bytes in memory is read any number of times", async () => {
    const files = Object.entries(repositoryFiles());
    const inMemory = new Map(
      files.map(([path, bytes]) => [path, { bytes: bytes.length, source: new Uint8Array(bytes) }] as const),
    );
    const outlined = await icechunk.outlineRepository({ name: "by hand", files: inMemory });
    expect(await outlined.check()).toEqual(
      await (await icechunk.outlineRepository(folderOf(repositoryFiles()))).check(),
    );
    for (const { id } of outlined.summary.snapshots) expect(await outlined.nodes(id)).not.toEqual([]);
  });

  it("has the same outline as when it is read as a whole, except for its nodes", async () => {
    const folder = folderOf(repositoryFiles());
    const [outlined, whole] = await Promise.all([
      icechunk.outlineRepository(folder),
      icechunk.openRepository(folder),
    ]);
    const snapshots = whole.summary.snapshots.map((one) => ({ ...one, nodes: one.nodes.length }));
    expect(outlined.summary).toEqual({ ...whole.summary, snapshots });
    for (const { id, nodes } of whole.summary.snapshots) expect(await outlined.nodes(id)).toEqual(nodes);
    expect(await outlined.check()).toEqual(await whole.check());
  });

  it("gives an array's references in columns", async () => {
    const opened = await icechunk.outlineRepository(folderOf(repositoryFiles()));
    const snapshot = opened.summary.snapshots.find(({ id: one }) => one === idText(id(2)));
    if (!snapshot) throw new Error("The snapshot is not there.");
    const array = opened.array(snapshot, await opened.nodes(snapshot.id), "/temperature");
    expect(array).toMatchObject({ refs: 3, grid: 4n, missing: 1n });
    const columns = await opened.references(array);
    expect(columns).toMatchObject({ rank: 2, left: 0, misfits: 0, findings: [] });
    expect([...columns.indices]).toEqual([0, 0, 0, 1, 1, 0]);
    expect([...columns.lengths]).toEqual([3, 10, 2 ** 33]);
    const cells = gridCells(columns, { chunks: [2, 2], down: 0, across: 1, at: [0, 0], most: [9, 9] });
    expect([...cells.counts.inline]).toEqual([1, 0, 0, 0]);
    expect([...cells.counts.native]).toEqual([0, 1, 0, 0]);
    expect([...cells.counts.virtual]).toEqual([0, 0, 1, 0]);
    expect(gridCell(cells, 1, 1)).toMatchObject({ chunks: 1, missing: 1 });
  });

  it("that lacks files or has damaged ones is read in part", async () => {
    const opened = await icechunk.outlineRepository(folderOf(without("manifests/")));
    expect(opened.summary.complete).toBe(true);
    expect((await opened.check()).findings[0]).toMatchObject({ code: "missing-file" });
    const snapshot = `snapshots/${idText(id(3))}`;
    const damaged = { ...repositoryFiles(), [snapshot]: new Uint8Array(50) };
    const { summary } = await icechunk.outlineRepository(folderOf(damaged));
    expect(summary.snapshots).toHaveLength(2);
    expect(summary.error).toMatchObject({ path: snapshot });
  });

  it("that is no repository is refused, and reading can be cancelled", async () => {
    await expect(icechunk.outlineRepository(folderOf({ "a.txt": new Uint8Array(1) }))).rejects.toMatchObject({
      code: "unknown-format",
    });
    const stop = new AbortController();
    stop.abort();
    await expect(
      icechunk.outlineRepository(folderOf(repositoryFiles()), { signal: stop.signal }),
    ).rejects.toMatchObject({ code: "cancelled" });
  });
});

/** References at these places, native ones of these lengths. */
function columns(rank: number, places: number[][], lengths: number[]): ReferenceColumns {
  return {
    rank,
    indices: Uint32Array.from(places.flat()),
    kinds: new Uint8Array(places.length).fill(2),
    lengths: Float64Array.from(lengths),
    left: 0,
    misfits: 0,
  };
}

describe("a chunk grid", () => {
  it("of more chunks than there are cells has cells of several, fewer at its ends", () => {
    const places = Array.from({ length: 10 }, (_, k) => [k]);
    const cells = gridCells(columns(1, places, new Array<number>(10).fill(7)), {
      chunks: [11],
      down: null,
      across: 0,
      at: [0],
      most: [5, 4],
    });
    expect(cells).toMatchObject({ rows: 1, columns: 4, per: [1, 3], chunks: [1, 11] });
    expect([...cells.counts.native]).toEqual([3, 3, 3, 1]);
    expect([...cells.bytes]).toEqual([21, 21, 21, 7]);
    expect(gridCell(cells, 0, 3)).toMatchObject({ across: [9, 11], chunks: 2, missing: 1 });
  });

  it("is looked at in two dimensions at a place of the others; what lies beyond it is reported", () => {
    const places = [
      [0, 0, 0],
      [1, 0, 1],
      [1, 1, 1],
      [1, 9, 1],
    ];
    const view = { chunks: [2, 2, 2], down: 1, across: 2, at: [1, 0, 0], most: [9, 9] as const };
    const cells = gridCells(columns(3, places, [1, 2, 4, 8]), view);
    expect([...cells.counts.native]).toEqual([0, 1, 0, 1]);
    expect(cells.outside).toBe(1);
  });

  it("of a scalar is one cell", () => {
    const view = { chunks: [], down: null, across: null, at: [], most: [9, 9] as const };
    const cells = gridCells(columns(0, [[]], [5]), view);
    expect([cells.rows, cells.columns, [...cells.counts.native]]).toEqual([1, 1, [1]]);
  });
});

describe("the sizes of chunks", () => {
  it("are counted in bins that hold all, but those of no bytes", () => {
    const { edges, counts, empty } = chunkSizes(columns(1, [[0], [1], [2], [3]], [0, 10, 100, 1000]), 4);
    expect(edges.map(Math.round)).toEqual([10, 32, 100, 316, 1000]);
    expect(counts.native).toEqual([1, 0, 1, 1]);
    expect(empty).toBe(1);
  });

  it("are one bin if all are equal, and no bin if there are none", () => {
    expect(chunkSizes(columns(1, [[0], [1]], [8, 8]), 40).counts.native).toEqual([2]);
    expect(chunkSizes(columns(1, [], []), 40).edges).toEqual([]);
  });
});
