/** An Icechunk repository made by hand whose second snapshot differs from the first in every way that a diff reports. */

import {
  coordinates,
  type Field,
  id,
  idText,
  json,
  MANIFEST,
  metadataFile,
  NONE,
  SNAPSHOT,
  type Table,
  TIME,
} from "./icechunk";

const node = (n: number, path: string, zarr: object, array?: Table): Table => ({
  0: { struct: id(n, 8) },
  1: { text: path },
  2: json(zarr),
  3: { u8: array === undefined ? 2 : 1 },
  4: { table: array ?? {} },
});

/** An array of `length` chunks in a row, with one manifest. */
const array = (manifest: number, length: number): Table => ({
  0: NONE,
  2: {
    tables: [
      {
        0: { struct: id(manifest) },
        1: { structs: 1, of: new Uint8Array(Uint32Array.of(0, length).buffer) },
      },
    ],
  },
  3: { tables: [{ 0: { u64: BigInt(length) }, 1: { u32: length } }] },
});

const inline = (index: number, text: string): Table => ({
  0: coordinates(index),
  1: { bytes: Buffer.from(text) },
});

/** A manifest with the chunks of some nodes, by their number. */
const manifest = (n: number, nodes: Record<number, Table[]>): Uint8Array => {
  const arrays = Object.entries(nodes).map(
    ([of, references]): Table => ({
      0: { struct: id(Number(of), 8) },
      1: { tables: references },
    }),
  );
  return metadataFile(MANIFEST, { 0: { struct: id(n) }, 1: { tables: arrays }, 3: { u8: 0 } }, { spec: 1 });
};

const snapshot = (n: number, parent: number | null, nodes: Table[], manifests: number[]): Uint8Array => {
  const listed: Field = {
    tables: manifests.map((of) => ({ 0: { struct: id(of) }, 1: { u64: 1n }, 2: { u32: 1 } })),
  };
  const ancestry: Table = parent === null ? {} : { 1: { struct: id(parent) } };
  const root: Table = {
    ...ancestry,
    0: { struct: id(n) },
    2: { tables: nodes },
    3: { u64: TIME + BigInt(n) },
    4: { text: `number ${n}` },
    5: { tables: [] },
    6: NONE,
    7: listed,
  };
  return metadataFile(SNAPSHOT, root, { spec: 2 });
};

/** The files: branch `main` leads to the second snapshot, tag `v1` to the first. */
export function changedRepository(): Record<string, Uint8Array> {
  const ref = (n: number) => Buffer.from(JSON.stringify({ snapshot: idText(id(n)) }));
  const before = [
    node(0x20, "/", { attributes: {} }),
    node(0x21, "/deleted", { attributes: {} }, array(0x40, 1)),
    node(0x22, "/grows", { attributes: {} }, array(0x40, 3)),
    node(0x23, "/same", { attributes: {} }, array(0x40, 1)),
    node(0x24, "/was", { attributes: {} }),
  ];
  const after = [
    node(0x20, "/", { attributes: { title: "new" } }),
    node(0x22, "/grows", { attributes: {} }, array(0x41, 4)),
    node(0x24, "/is", { attributes: {} }),
    node(0x25, "/new", { attributes: {} }, array(0x41, 2)),
    node(0x23, "/same", { attributes: {} }, array(0x40, 1)),
  ];
  return {
    "refs/branch.main/ref.json": ref(2),
    "refs/tag.v1/ref.json": ref(1),
    [`snapshots/${idText(id(1))}`]: snapshot(1, null, before, [0x40]),
    [`snapshots/${idText(id(2))}`]: snapshot(2, 1, after, [0x40, 0x41]),
    [`manifests/${idText(id(0x40))}`]: manifest(0x40, {
      33: [inline(0, "gone")],
      34: [inline(0, "kept"), inline(1, "old"), inline(2, "removed")],
      35: [inline(0, "same")],
    }),
    [`manifests/${idText(id(0x41))}`]: manifest(0x41, {
      34: [inline(0, "kept"), inline(1, "new"), inline(3, "added")],
      37: [inline(0, "a"), inline(1, "b")],
    }),
  };
}
