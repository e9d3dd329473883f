/** Icechunk metadata files and a repository, made by hand: FlatBuffers without compression. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A field of a table. */
export type Field =
  | { u8: number }
  | { u32: number }
  | { u64: bigint }
  /** Bytes in the table itself. */
  | { struct: Uint8Array }
  | { bytes: Uint8Array }
  /** `count` structs, and their bytes. */
  | { structs: number; of: Uint8Array }
  | { text: string }
  | { texts: string[] }
  | { table: Table }
  | { tables: Table[] };

/** A table: its fields by slot. */
export type Table = Record<number, Field>;

class Writer {
  private readonly out: number[] = [];

  /** The buffer of a table: a table, then its targets, so that all offsets point forward. */
  static buffer(root: Table): Uint8Array {
    const writer = new Writer();
    writer.out.push(0, 0, 0, 0, ...Buffer.from("Ichk"));
    writer.patch(0, writer.table(root), 4);
    return Uint8Array.from(writer.out);
  }

  private patch(at: number, value: number, bytes: number): void {
    for (let k = 0; k < bytes; k++) this.out[at + k] = (value >>> (8 * k)) & 0xff;
  }

  private align(to: number): number {
    while (this.out.length % to !== 0) this.out.push(0);
    return this.out.length;
  }

  private number(value: bigint, bytes: number): void {
    for (let k = 0; k < bytes; k++) this.out.push(Number((value >> BigInt(8 * k)) & 0xffn));
  }

  private table(fields: Table): number {
    const entries = Object.entries(fields).map(([slot, field]) => [Number(slot), field] as const);
    const slots = Math.max(-1, ...entries.map(([slot]) => slot)) + 1;
    const vtable = this.align(8);
    this.number(0n, 4 + 2 * slots);
    const at = this.align(8);
    this.number(BigInt(at - vtable), 4);
    const later: [number, Field][] = [];
    for (const [slot, field] of entries) {
      const place = this.align("u64" in field ? 8 : 4);
      if ("u8" in field) this.number(BigInt(field.u8), 1);
      else if ("u32" in field) this.number(BigInt(field.u32), 4);
      else if ("u64" in field) this.number(field.u64, 8);
      else if ("struct" in field) this.out.push(...field.struct);
      else {
        this.number(0n, 4);
        later.push([place, field]);
      }
      this.patch(vtable + 4 + 2 * slot, place - at, 2);
    }
    this.patch(vtable, 4 + 2 * slots, 2);
    this.patch(vtable + 2, this.out.length - at, 2);
    for (const [place, field] of later) this.patch(place, this.target(field) - place, 4);
    return at;
  }

  private target(field: Field): number {
    if ("table" in field) return this.table(field.table);
    if ("bytes" in field) return this.vector(field.bytes.length, field.bytes);
    if ("structs" in field) return this.vector(field.structs, field.of);
    if ("text" in field) return this.text(field.text);
    if ("texts" in field) return this.list(field.texts, (text) => this.text(text));
    if ("tables" in field) return this.list(field.tables, (table) => this.table(table));
    throw new Error("it stands in the table");
  }

  private text(text: string): number {
    const bytes = Buffer.from(text);
    const at = this.vector(bytes.length, bytes);
    this.out.push(0);
    return at;
  }

  private vector(count: number, bytes: Uint8Array): number {
    const at = this.align(4);
    this.number(BigInt(count), 4);
    for (const byte of bytes) this.out.push(byte);
    return at;
  }

  private list<T>(items: T[], write: (item: T) => number): number {
    const at = this.vector(items.length, new Uint8Array(4 * items.length));
    for (const [k, item] of items.entries()) {
      const place = at + 4 + 4 * k;
      this.patch(place, write(item) - place, 4);
    }
    return at;
  }
}

export const SNAPSHOT = 1;
export const MANIFEST = 2;
export const TRANSACTION_LOG = 4;
export const REPO = 6;

/** Storage of a file's content: plain, in a zstd frame with its size, or in one without. */
export type Kept = "stored" | "sized" | "unsized";

/** A file of a version of the specification. */
export function metadataFile(
  type: number,
  root: Table,
  { spec = 2, kept = "stored" as Kept } = {},
): Uint8Array {
  const compression = kept === "stored" ? 0 : 1;
  const header = [
    ...Buffer.from("ICE🧊CHUNK"),
    ...Buffer.from("by hand".padEnd(24)),
    spec,
    type,
    compression,
  ];
  const content = Writer.buffer(root);
  if (kept === "stored") return Buffer.concat([Uint8Array.from(header), content]);
  // A frame of one raw block: magic number, size or window, the header of the block.
  const u32 = (n: number) => new Uint8Array(Uint32Array.of(n).buffer);
  const begin = kept === "sized" ? [0xa0, ...u32(content.length)] : [0x00, 0x40];
  const block = u32((content.length << 3) | 1).subarray(0, 3);
  return Buffer.concat([Uint8Array.from([...header, 0x28, 0xb5, 0x2f, 0xfd, ...begin, ...block]), content]);
}

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The bytes of an id whose first is `n`. */
export function id(n: number, length = 12): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes[0] = n;
  return bytes;
}

/** An id as text. */
export function idText(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** A short text as FlexBuffers: its length, itself, its end; then the distance to it, its type and its width. */
function flexText(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return Uint8Array.from([bytes.length, ...bytes, 0, bytes.length + 1, 5 << 2, 1]);
}

export const coordinates = (...index: number[]): Field => ({
  structs: index.length,
  of: new Uint8Array(Uint32Array.from(index).buffer),
});

export const json = (value: object): Field => ({ bytes: Buffer.from(JSON.stringify(value)) });

export const NONE: Field = { structs: 0, of: new Uint8Array(0) };

/** Bytes of the native chunk. */
export const CHUNK = Buffer.from("0123456789");

/** The array's references: an inline, a native and a virtual one, of a grid of 2 × 2. */
function manifest(kept: Kept): Uint8Array {
  const references: Table[] = [
    { 0: coordinates(0, 0), 1: { bytes: Buffer.from("abc") } },
    { 0: coordinates(0, 1), 3: { u64: BigInt(CHUNK.length) }, 4: { struct: id(0x50) } },
    {
      0: coordinates(1, 0),
      2: { u64: 1n << 40n },
      3: { u64: 1n << 33n },
      5: { text: "s3://bucket/ü.nc" },
      6: { text: '"etag"' },
      7: { u32: 1714979289 },
    },
  ];
  const array: Table = { 0: { struct: id(0x22, 8) }, 1: { tables: references } };
  const root: Table = { 0: { struct: id(0x40) }, 1: { tables: [array] }, 3: { u8: 0 } };
  return metadataFile(MANIFEST, root, { kept });
}

export const TIME = 1_795_227_778_000_000n;

function snapshot(n: number, message: string, manifestBytes: number | null, kept: Kept): Uint8Array {
  const hasArray = manifestBytes !== null;
  const root: Table = {
    0: { struct: id(0x21, 8) },
    1: { text: "/" },
    2: json({ zarr_format: 3, node_type: "group", attributes: { title: "by hand" } }),
    3: { u8: 2 },
    4: { table: {} },
  };
  const dimension = (length: bigint, chunks: number): Table => ({ 0: { u64: length }, 1: { u32: chunks } });
  const array: Table = {
    0: { struct: id(0x22, 8) },
    1: { text: "/temperature" },
    2: json({ zarr_format: 3, node_type: "array", shape: [20, 20], fill_value: 0 }),
    3: { u8: 1 },
    4: {
      table: {
        0: NONE,
        1: { tables: [{ 0: { text: "y" } }, {}] },
        2: {
          tables: [
            {
              0: { struct: id(0x40) },
              1: { structs: 2, of: new Uint8Array(Uint32Array.of(0, 2, 0, 2).buffer) },
            },
          ],
        },
        3: { tables: [dimension(20n, 2), dimension(20n, 2)] },
      },
    },
  };
  const listed: Table = { 0: { struct: id(0x40) }, 1: { u64: BigInt(manifestBytes ?? 0) }, 2: { u32: 3 } };
  return metadataFile(
    SNAPSHOT,
    {
      0: { struct: id(n) },
      2: { tables: hasArray ? [root, array] : [root] },
      3: { u64: TIME + BigInt(n) * 1_000_000n },
      4: { text: message },
      5: { tables: [{ 0: { text: "author" }, 1: { bytes: flexText("me") } }] },
      6: NONE,
      7: { tables: hasArray ? [listed] : [] },
    },
    { kept },
  );
}

function transactionLog(n: number, hasArray: boolean, kept: Kept): Uint8Array {
  const updated: Table = {
    0: { struct: id(0x22, 8) },
    1: { tables: [{ 0: coordinates(0, 0) }, { 0: coordinates(1, 0) }] },
  };
  return metadataFile(
    TRANSACTION_LOG,
    {
      0: { struct: id(n) },
      1: NONE,
      2: hasArray ? { structs: 1, of: id(0x22, 8) } : NONE,
      3: NONE,
      4: NONE,
      5: NONE,
      6: hasArray ? NONE : { structs: 1, of: id(0x21, 8) },
      7: { tables: hasArray ? [updated] : [] },
      8: { tables: [] },
    },
    { kept },
  );
}

function repo(kept: Kept): Uint8Array {
  const info = (n: number, parent: number, message: string): Table => ({
    0: { struct: id(n) },
    1: { u32: parent >>> 0 },
    2: { u64: TIME + BigInt(n) * 1_000_000n },
    3: { text: message },
  });
  const named = (name: string, n: number): Table => ({ 0: { text: name }, 1: { u32: n } });
  const update = (kind: number, table: Table): Table => ({ 0: { u8: kind }, 1: { table }, 2: { u64: TIME } });
  return metadataFile(
    REPO,
    {
      0: { u8: 2 },
      1: { tables: [named("v1", 1)] },
      2: { tables: [named("dev", 2), named("main", 1)] },
      3: { texts: ["gone"] },
      4: {
        tables: [
          info(1, -1, "Repository initialized"),
          info(2, 0, "add temperature"),
          info(3, 0, "try something"),
        ],
      },
      5: { table: { 1: { u64: TIME } } },
      6: { tables: [] },
      7: { tables: [update(10, { 0: { text: "dev" }, 1: { struct: id(3) } }), update(1, {})] },
      9: { bytes: flexText("plain") },
    },
    { kept },
  );
}

/** The files of a repository of version 2: three snapshots, two branches, a tag, an array. */
export function repositoryFiles(kept: Kept = "stored"): Record<string, Uint8Array> {
  const references = manifest(kept);
  const name = (n: number) => idText(id(n));
  return {
    repo: repo(kept),
    [`snapshots/${name(1)}`]: snapshot(1, "Repository initialized", null, kept),
    [`snapshots/${name(2)}`]: snapshot(2, "add temperature", references.length, kept),
    [`snapshots/${name(3)}`]: snapshot(3, "try something", null, kept),
    [`transactions/${name(2)}`]: transactionLog(2, true, kept),
    [`transactions/${name(3)}`]: transactionLog(3, false, kept),
    [`manifests/${name(0x40)}`]: references,
    [`chunks/${name(0x50)}`]: CHUNK,
  };
}

/** Writes files into a folder and returns the folder. */
export function writeFiles(folder: string, files: Record<string, Uint8Array>): string {
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}
