/** `tagview icechunk` on repositories written by the official package. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tagview } from "../support/command-line";
import {
  type Any,
  answers,
  DATA,
  isThere,
  lines,
  NAMES,
  one,
  present,
  SPEC_TYPES,
} from "../support/icechunk-real";

/** The header in the form of the official package. */
const officialHeader = (header: Any) => ({
  written_by: header.implementation,
  app_name: header.implementation.split("-")[0],
  app_version: header.implementation.split("-")[1],
  spec_version: `${header.spec_version}.0`,
  file_type: header.type,
  compression: header.compression,
});

const official = {
  node: ({ id, path, type, shape, manifests }: Any) => ({
    id,
    path,
    node_type: type,
    ...(type === "array" && {
      shape: shape.map(({ name, array_length, num_chunks }: Any) =>
        present({ name, array_length, num_chunks }),
      ),
      manifest_refs: manifests,
    }),
  }),
  info: ({ id, parent, flushed_at, message, metadata }: Any) =>
    present({ id, parent_id: parent, flushed_at, message, metadata }),
  update: ({ type, name, snapshot, previous, updated_at, backup_path }: Any) => {
    const key = ["NewCommit", "CommitAmended"].includes(type) ? "branch" : "name";
    return present({
      update_type: present({
        type: `${type}Update`,
        [key]: name,
        new_snap_id: snapshot,
        previous_snap_id: previous,
      }),
      updated_at,
      backup_path,
    });
  },
};

it("has real repositories, or reports that there are none", () => {
  expect(NAMES.length > 0).toBe(isThere);
});

describe.skipIf(!isThere).each(NAMES)("what the official package answers of %s", (name) => {
  it("about the repository, its snapshots, their changes and manifests", async () => {
    const expected = answers(name, "expected");
    const read = await one(name, "--hash");
    expect(read).toMatchObject({
      spec_version: expected.specVersion,
      branches: expected.branches,
      complete: true,
    });
    // One repository lacks its chunks, and the check reports them.
    const { stdout } = await tagview(["icechunk", "--json", "--check", name], "", DATA);
    const { check } = JSON.parse(stdout);
    const manifests = Object.values<Any>(expected.manifests);
    const native = manifests.reduce((n, manifest) => n + manifest.total_native, 0);
    const hasChunks = existsSync(join(DATA, name, "chunks")) || native === 0;
    expect(check.findings.length + check.more).toBe(hasChunks ? 0 : check.chunks);
    expect(read.tags).toEqual(expected.tags ?? {});
    if (expected.specVersion === 2) {
      const { repo } = read;
      expect({
        header: officialHeader(repo.header),
        spec_version: `${repo.spec_version}.0`,
        branches: repo.branches,
        tags: repo.tags,
        deleted_tags: repo.deleted_tags,
        snapshots: repo.snapshots.map(official.info),
        metadata: repo.metadata,
        latest_updates: repo.latest_updates.map(official.update),
      }).toEqual({ tags: {}, deleted_tags: [], metadata: {}, ...expected.repoInfo });
    } else expect(read.repo).toBeNull();

    for (const [id, wanted] of Object.entries<Any>(expected.snapshots)) {
      const snapshot = read.snapshots.find((snapshot: Any) => snapshot.id === id);
      expect(snapshot, id).toBeDefined();
      expect({
        parent: snapshot.parent,
        message: snapshot.message,
        writtenAt: snapshot.flushed_at.replace("Z", "+00:00"),
        metadata: snapshot.metadata,
        manifests: snapshot.manifests.map((manifest: Any) => ({
          id: manifest.id,
          sizeBytes: manifest.bytes,
          numChunkRefs: manifest.refs,
        })),
        inspect: {
          ...(wanted.inspect.parent_id !== undefined && { parent_id: snapshot.parent }),
          id: snapshot.id,
          header: officialHeader(snapshot.header),
          flushed_at: snapshot.flushed_at,
          commit_message: snapshot.message,
          metadata: snapshot.metadata,
          manifests: snapshot.manifests.map(({ id, bytes, refs }: Any) => ({
            id,
            size_bytes: bytes,
            num_chunk_refs: refs,
          })),
          nodes: snapshot.nodes.map(official.node),
        },
      }).toEqual({ ...wanted, transactionLog: undefined });
      const { transactionLog: log } = wanted;
      if (typeof log === "string") {
        expect([log, snapshot.changes]).toEqual(["StorageError: object not found", null]);
        continue;
      }
      const chunks = new Map<string, number[][]>();
      for (const { node, index } of await lines("--chunks", `${name}/transactions/${id}`)) {
        if (!chunks.has(node)) chunks.set(node, []);
        chunks.get(node)?.push(index);
      }
      const { changes } = snapshot;
      expect({
        ...Object.fromEntries(
          ["new", "deleted", "updated"].flatMap((what) =>
            ["groups", "arrays"].map((nodes) => [`${what}_${nodes}`, changes[`${what}_${nodes}`]]),
          ),
        ),
        header: officialHeader(changes.header),
        moved_nodes: changes.moved_nodes.map(({ from, to }: Any) => ({ from, to })),
      }).toEqual({ ...log, updated_chunks: undefined });
      const updated = log.updated_chunks;
      if (Array.isArray(updated)) {
        expect([...chunks].map(([node_id, chunks]) => ({ node_id, chunks }))).toEqual(updated);
      } else expect(updated).toEqual({ omitted: true, len: chunks.size });
    }

    const { native_bytes, virtual_bytes, inline_bytes } = check.storage;
    expect({ native_bytes, virtual_bytes, inlined_bytes: inline_bytes }).toEqual(expected.chunkStorageStats);
    const files = new Map<string, Any>(read.file_list.map((file: Any) => [file.path, file]));
    for (const [path, wanted] of Object.entries<Any>(expected.files)) {
      expect(files.get(path)).toEqual({ path, bytes: wanted.size, sha256: wanted.sha256 });
    }
    const metadata = Object.entries<Any>(expected.files).filter(([, wanted]) => wanted.impl !== undefined);
    const headers = await lines(...metadata.map(([path]) => `${name}/${path}`));
    metadata.forEach(([, wanted], k) => {
      const { implementation, spec_version, type, compression, content_bytes } = headers[k];
      expect({
        impl: implementation,
        spec: spec_version,
        fileType: SPEC_TYPES[type],
        fileTypeName: type,
        compression: compression === "zstd" ? 1 : 0,
        payloadUncompressed: content_bytes,
      }).toEqual({ ...wanted, size: undefined, sha256: undefined });
    });

    for (const [id, wanted] of Object.entries<Any>(expected.manifests)) {
      const manifest = read.manifests.find((manifest: Any) => manifest.id === id);
      const sum = (key: string) => manifest.arrays.reduce((n: number, array: Any) => n + array[key], 0);
      const compressed = sum("compressed_locations");
      expect({
        id: manifest.id,
        header: officialHeader(manifest.header),
        size_bytes: manifest.header.content_bytes,
        num_arrays: manifest.arrays.length,
        total_chunk_refs: sum("refs"),
        total_inline: sum("inline"),
        total_native: sum("native"),
        total_virtual: sum("virtual"),
        arrays: manifest.arrays.map((array: Any) => ({
          node_id: array.node,
          num_chunk_refs: array.refs,
          num_inline: array.inline,
          num_native: array.native,
          num_virtual: array.virtual,
        })),
        compression: present({
          uses_location_compression: manifest.location_dictionary_bytes !== null,
          dictionary_size_bytes: manifest.location_dictionary_bytes,
          num_compressed_refs: compressed,
        }),
      }).toEqual(wanted);
    }
  }, 60_000);

  it("about the arrays of the branch main and their chunks", async () => {
    const { head } = answers(name, "expected");
    const read = await one(name);
    expect(read.branches[head.branch]).toBe(head.snapshot);
    const snapshot = read.snapshots.find((snapshot: Any) => snapshot.id === head.snapshot);
    expect(snapshot.nodes.map(({ path, type, id }: Any) => ({ path, type, id }))).toEqual(head.nodes);
    const locations: string[] = [];
    for (const [path, wanted] of Object.entries<Any>(head.arrays ?? {})) {
      const references = await lines(name, "--array", path, "--at", head.branch, "--chunks");
      expect(references).toHaveLength(wanted.numChunkRefs);
      expect((await one(name, "--array", path)).refs).toBe(wanted.numChunkRefs);
      const found = references.map(({ index, kind }) => ({ index, type: kind }));
      if (Array.isArray(wanted.chunks)) {
        const key = ({ index }: Any) => index.map((n: number) => String(n).padStart(9, "0")).join();
        const sorted = (chunks: Any[]) => chunks.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
        expect(sorted(found)).toEqual(sorted(wanted.chunks));
      } else {
        expect([found[0]?.index, found.at(-1)?.index]).toEqual([wanted.firstIndex, wanted.lastIndex]);
      }
      for (const { location } of references) if (location !== null) locations.push(location);
    }
    if (Array.isArray(head.virtualLocations))
      expect(locations.sort()).toEqual(head.virtualLocations.toSorted());
  }, 60_000);
});
