/** Rare Icechunk files: with missing fields, times after the year 9999, damage. */

import {
  coordinates,
  id,
  idText,
  json,
  MANIFEST,
  metadataFile,
  NONE,
  REPO,
  repositoryFiles,
  SNAPSHOT,
  type Table,
  TRANSACTION_LOG,
} from "./icechunk";
import { changedRepository } from "./icechunk-changed";

/** A time after the year 9999. */
const LATE = { u64: 1n << 63n };
const LOG: Table = Object.fromEntries([1, 2, 3, 4, 5, 6].map((slot) => [slot, NONE]));

/** A snapshot of version 1, with an array of two manifests: a missing one, and an existing one. */
function snapshot(): Table {
  const structs = (...numbers: bigint[]) => new Uint8Array(BigUint64Array.from(numbers).buffer);
  const manifest = (n: number): Table => ({
    0: { struct: id(n) },
    1: { structs: 1, of: new Uint8Array(Uint32Array.of(0, 2).buffer) },
  });
  const array: Table = {
    0: { struct: id(0x22, 8) },
    1: { text: "/old" },
    2: json({ zarr_format: 3 }),
    3: { u8: 1 },
    4: {
      table: { 0: { structs: 1, of: structs(10n, 5n) }, 2: { tables: [manifest(0x40), manifest(0x77)] } },
    },
  };
  const listed = Buffer.concat([id(0x40), new Uint8Array(4), structs(100n, 1n)]);
  return {
    0: { struct: id(9) },
    1: { struct: id(8) },
    2: { tables: [array] },
    3: LATE,
    4: { text: "old" },
    5: { tables: [] },
    6: { structs: 1, of: listed },
    8: { bytes: Buffer.from("extra") },
  };
}

/** References compressed with a dictionary that cannot be read. */
function manifest(): Table {
  const reference: Table = { 0: coordinates(0), 3: { u64: 7n }, 8: { bytes: Buffer.from("no frame") } };
  const array: Table = { 0: { struct: id(0x22, 8) }, 1: { tables: [reference] } };
  return { 0: { struct: id(0x40) }, 1: { tables: [array] }, 2: { bytes: Buffer.from("dictionary") } };
}

function transactionLog(): Table {
  const moved: Table = { 0: { text: "/a" }, 1: { text: "/b" } };
  return {
    ...LOG,
    0: { struct: id(9) },
    7: { tables: [] },
    8: { tables: [moved, { ...moved, 2: { struct: id(5, 8) }, 3: { u8: 1 } }] },
  };
}

function repo(): Table {
  const update = (kind: number, table: Table): Table => ({
    0: { u8: kind },
    1: { table },
    2: LATE,
    3: { text: "repo.1" },
  });
  return {
    0: { u8: 2 },
    1: { tables: [] },
    2: { tables: [] },
    3: { texts: [] },
    4: { tables: [{ 0: { struct: id(9) }, 1: { u32: -1 >>> 0 }, 2: LATE, 3: { text: "late" } }] },
    5: { table: { 0: { u8: 1 }, 1: LATE, 2: { text: "moving" } } },
    7: {
      tables: [
        update(2, { 0: { u8: 1 }, 1: { u8: 2 } }),
        update(11, { 0: { text: "main" }, 1: { struct: id(1) }, 2: { struct: id(2) } }),
      ],
    },
    8: { text: "repo.0" },
  };
}

/** A repository of version 1, and the same with repository info. */
function oddRepository(hasRepo: boolean): Record<string, Uint8Array> {
  const name = idText(id(9));
  const files = {
    [`snapshots/${name}`]: metadataFile(SNAPSHOT, snapshot(), { spec: 1 }),
    [`transactions/${name}`]: metadataFile(TRANSACTION_LOG, transactionLog()),
    [`manifests/${idText(id(0x40))}`]: metadataFile(MANIFEST, manifest()),
  };
  if (hasRepo) return { ...files, repo: metadataFile(REPO, repo()) };
  return {
    ...files,
    "refs/branch.main/ref.json": Buffer.from(JSON.stringify({ snapshot: name })),
    "config.yaml": Buffer.from("storage: null\n"),
  };
}

/** Changes the identifier that a stored FlatBuffer begins with. */
function withOtherIdentifier(file: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(file);
  changed.set(Buffer.from("Else"), 39 + 4);
  return changed;
}

/** Folders of files that cover everything the command line can print about them. */
export function oddFolders(): Record<string, Record<string, Uint8Array>> {
  const isMetadata = (path: string) => !path.startsWith("chunks/");
  const changed = (files: Record<string, Uint8Array>, change: (file: Uint8Array) => Uint8Array) =>
    Object.fromEntries(
      Object.entries(files).map(([path, file]) => [path, isMetadata(path) ? change(file) : file]),
    );
  const { repo: _, ...withoutInfo } = repositoryFiles();
  return {
    stored: changed(repositoryFiles(), withOtherIdentifier),
    sized: changed(repositoryFiles("sized"), (file) => Buffer.concat([file, Buffer.from("more")])),
    unsized: repositoryFiles("unsized"),
    one: oddRepository(false),
    two: oddRepository(true),
    refs: { ...withoutInfo, "refs/tag.odd/ref.json": Buffer.from("{") },
    changed: changedRepository(),
    broken: { ...changedRepository(), "refs/tag.odd/ref.json": Buffer.from("{") },
    damaged: {
      [`snapshots/${idText(id(1))}`]: metadataFile(SNAPSHOT, {}),
      unsized: metadataFile(MANIFEST, {}, { kept: "unsized" }),
      sized: Buffer.concat([metadataFile(MANIFEST, {}, { kept: "sized" }), Buffer.from("more")]),
      short: metadataFile(MANIFEST, {}).subarray(0, 41),
    },
  };
}
