/** `tagview icechunk` on repositories that the official package wrote, compared with an independent decoder. */

import { describe, expect, it } from "vitest";
import { type Any, answers, isThere, lines, NAMES, one, present, SPEC_TYPES } from "../support/icechunk-real";

/** The header in the form of the independent decoder. */
const decodedHeader = (header: Any) => ({
  impl: header.implementation,
  spec: header.spec_version,
  type: SPEC_TYPES[header.type],
  compression: header.compression === "zstd" ? 1 : 0,
  fileSize: header.file_bytes,
  zstd: {
    contentSize: header.frame.content_bytes,
    windowSize: header.frame.window_bytes,
    checksum: header.frame.checksum,
    dictId: 0,
  },
  payloadSize: header.content_bytes,
  fileIdentifier: Buffer.from(header.identifier).toString("hex"),
});

it("has real repositories, or reports that there are none", () => {
  expect(NAMES.length > 0).toBe(isThere);
});

describe.skipIf(!isThere).each(NAMES)("agreement with an independent decoder on %s", (name) => {
  it("about every table", async () => {
    const decoded = answers(name, "decoded");
    const read = await one(name);
    if (decoded.repo === null) expect(read.repo).toBeNull();
    else {
      const { repo } = read;
      expect({
        header: decodedHeader(repo.header),
        specVersion: repo.spec_version,
        tags: repo.tags,
        branches: repo.branches,
        deletedTags: repo.deleted_tags,
        snapshots: repo.snapshots.map((info: Any) => ({
          id: info.id,
          parent: info.parent,
          parentOffset: info.parent_offset,
          flushedAt: info.flushed_at_us,
          message: info.message,
          metadata: info.metadata,
        })),
        status: {
          availability: ["online", "read-only", "offline"].indexOf(repo.status.availability),
          setAt: repo.status.set_at_us,
          reason: repo.status.reason,
        },
        metadata: repo.metadata,
        latestUpdates: repo.latest_updates.map((update: Any) => ({
          type: update.type,
          updatedAt: update.updated_at_us,
          backupPath: update.backup_path,
        })),
        repoBeforeUpdates: repo.repo_before_updates,
        config: repo.config,
      }).toEqual(decoded.repo);
    }
    for (const [id, wanted] of Object.entries<Any>(decoded.snapshots)) {
      const snapshot = read.snapshots.find((snapshot: Any) => snapshot.id === id);
      const listed = snapshot.manifests.map(({ id, bytes, refs }: Any) => ({
        id,
        sizeBytes: bytes,
        numChunkRefs: refs,
      }));
      const isFirst = snapshot.header.spec_version === 1;
      expect({
        header: decodedHeader(snapshot.header),
        id,
        parentId: isFirst ? snapshot.parent : null,
        nodes: snapshot.nodes.map((node: Any) => ({
          id: node.id,
          path: node.path,
          userData: node.user_data,
          nodeDataType: node.type === "array" ? 1 : 2,
          ...(node.type === "array" && {
            shapeV1: isFirst
              ? node.shape.map(({ array_length, chunk_length }: Any) => ({
                  arrayLength: array_length,
                  chunkLength: chunk_length,
                }))
              : [],
            dimensionNames: node.dimension_names,
            manifests: node.manifests,
            shapeV2: isFirst
              ? null
              : node.shape.map(({ array_length, num_chunks }: Any) => ({
                  arrayLength: array_length,
                  numChunks: num_chunks,
                })),
          }),
        })),
        flushedAt: snapshot.flushed_at_us,
        message: snapshot.message,
        metadata: snapshot.metadata,
        manifestFiles: isFirst ? listed : [],
        manifestFilesV2: isFirst ? null : listed,
        extra: snapshot.extra_bytes !== null,
      }).toEqual(wanted);
    }
    const logs = Object.entries<Any>(decoded.transactions ?? {});
    const files = logs.length === 0 ? [] : await lines(...logs.map(([id]) => `${name}/transactions/${id}`));
    logs.forEach(([, wanted], k) => {
      const log = files[k];
      expect({
        header: decodedHeader(log),
        id: log.id,
        newGroups: log.new_groups,
        newArrays: log.new_arrays,
        deletedGroups: log.deleted_groups,
        deletedArrays: log.deleted_arrays,
        updatedArrays: log.updated_arrays,
        updatedGroups: log.updated_groups,
        updatedChunks: log.updated_chunks.map(({ node, chunks }: Any) => ({ nodeId: node, count: chunks })),
        movedNodes: log.moved_nodes.map(({ from, to, node, type }: Any) => ({
          from,
          to,
          nodeId: node,
          nodeType: type === "group" ? 0 : 1,
        })),
      }).toEqual(wanted);
    });
  }, 60_000);

  it("about every reference", async () => {
    const decoded = answers(name, "decoded");
    const wantedById = Object.entries<Any>(decoded.manifests ?? {});
    const paths = wantedById.map(([id]) => `${name}/manifests/${id}`);
    const manifests = paths.length === 0 ? [] : await lines(...paths);
    for (const [k, [, wanted]] of wantedById.entries()) {
      const [manifest, path] = [manifests[k], paths[k] ?? ""];
      const references = await lines(path, "--chunks");
      expect({
        header: decodedHeader(manifest),
        id: manifest.id,
        locationDictionaryBytes: manifest.location_dictionary_bytes,
        compressionAlgorithm: manifest.compression_algorithm,
        arrays: manifest.arrays.map((array: Any, at: number) => ({
          nodeId: array.node,
          numChunkRefs: array.refs,
          inline: array.inline,
          native: array.native,
          virtual: array.virtual,
          compressedLocations: array.compressed_locations,
          ...(wanted.arrays[at].refs !== undefined && {
            refs: references
              .filter(({ node }) => node === array.node)
              .map((reference) =>
                present({
                  index: reference.index,
                  type: reference.kind,
                  bytesHex: reference.inline,
                  offset: reference.offset,
                  length: reference.kind === "inline" ? null : reference.length,
                  chunkId: reference.chunk_id,
                  location: reference.location,
                  compressedLocationBytes: reference.compressed_bytes,
                  etag: reference.etag,
                  lastModified: reference.last_modified,
                }),
              ),
          }),
        })),
      }).toEqual(wanted);
    }
  }, 60_000);
});
