/** The output of `tagview icechunk --json`, with each of its options. */

import * as s from "../../output/json-shapes";

const id = s.text("20 characters in Crockford's base32");
const nodeId = s.text("13 characters in Crockford's base32");
const severity = s.word("note", "warning", "error");
const time = s.nullable(s.text("RFC 3339; null after the year 9999"));
const microseconds = s.integer("microseconds since 1970");
const metadata = s.entries(s.userData("user metadata"));

const header = {
  implementation: s.text("the program that wrote the file"),
  compression: s.word("none", "zstd"),
  file_bytes: s.count(),
  header_bytes: s.count("bytes before the content"),
  content_bytes: s.count("decompressed size of the content in bytes"),
  identifier: s.text("identifier of the FlatBuffer"),
  frame: s.nullable(
    s.exactly({
      content_bytes: s.nullable(s.count("declared by the zstd frame; null if it declares none")),
      window_bytes: s.count(),
      checksum: s.flag(),
    }),
  ),
};

const headerOf = s.exactly({
  type: s.word("snapshot", "manifest", "transaction-log"),
  spec_version: s.count(),
  id,
  ...header,
});
const repoHeader = s.exactly({ type: s.word("repo-info"), spec_version: s.count(), id: s.none, ...header });

const finding = {
  code: s.text("short identifier in kebab case"),
  severity,
  message: s.text(),
  offset: s.nullable(s.integer("byte offset in the file")),
  remedy: s.text("recommended action"),
};
const fileFinding = s.exactly({ ...finding, length: s.count("length in bytes of the part concerned") });
const repositoryFinding = s.exactly({ ...finding, path: s.text("file concerned") });

const dimension = s.exactly({
  name: s.nullable(s.text()),
  array_length: s.integer(),
  chunk_length: s.nullable(s.integer("length of a chunk; null from version 2 of the specification on")),
  num_chunks: s.integer(),
});
const extents = s.list(
  s.list(s.count("range of chunks in one dimension: the first, and the one after the last")),
);

const node = s.oneOf(
  s.exactly({
    id: nodeId,
    path: s.text(),
    type: s.word("array"),
    user_data: s.userData("the node's zarr.json"),
    shape: s.list(dimension),
    dimension_names: s.nullable(s.list(s.nullable(s.text()))),
    manifests: s.list(s.exactly({ id, extents })),
  }),
  s.exactly({
    id: nodeId,
    path: s.text(),
    type: s.word("group", "unknown"),
    user_data: s.userData("the node's zarr.json"),
  }),
);

const snapshot = {
  parent: s.nullable(id),
  flushed_at: time,
  flushed_at_us: microseconds,
  message: s.text(),
  metadata,
  manifests: s.list(s.exactly({ id, bytes: s.integer("size of the file in bytes"), refs: s.count() })),
  nodes: s.list(node),
  extra_bytes: s.nullable(s.count("reserved for later versions")),
};

const manifest = {
  location_dictionary_bytes: s.nullable(s.count()),
  compression_algorithm: s.count("compression of locations: 0 none, 1 zstd with the dictionary"),
  arrays: s.list(
    s.exactly({
      node: nodeId,
      refs: s.count(),
      native: s.count("references to files of the repository"),
      virtual: s.count("references to other files"),
      inline: s.count("chunks in the manifest"),
      unknown: s.count("references without a chunk location"),
      bytes: s.integer("size of all chunks in bytes"),
      native_bytes: s.integer(),
      virtual_bytes: s.integer(),
      inline_bytes: s.integer(),
      compressed_locations: s.count(),
    }),
  ),
};

const log = {
  new_groups: s.list(nodeId),
  new_arrays: s.list(nodeId),
  deleted_groups: s.list(nodeId),
  deleted_arrays: s.list(nodeId),
  updated_groups: s.list(nodeId),
  updated_arrays: s.list(nodeId),
  updated_chunks: s.list(s.exactly({ node: nodeId, chunks: s.count() })),
  moved_nodes: s.list(
    s.exactly({
      from: s.text(),
      to: s.text(),
      node: s.nullable(nodeId),
      type: s.nullable(s.word("group", "array")),
    }),
  ),
};

const refs = s.entries(s.nullable(s.text("id of the snapshot; null if it does not exist")));

const repo = {
  branches: refs,
  tags: refs,
  deleted_tags: s.list(s.text()),
  snapshots: s.list(
    s.exactly({
      id,
      parent: s.nullable(id),
      parent_offset: s.real("index of the parent in this list; -1 for none"),
      flushed_at: time,
      flushed_at_us: microseconds,
      message: s.text(),
      metadata,
    }),
  ),
  status: s.exactly({
    availability: s.word("online", "read-only", "offline", "unknown"),
    set_at: time,
    set_at_us: microseconds,
    reason: s.nullable(s.text()),
  }),
  metadata,
  latest_updates: s.list(
    s.exactly({
      type: s.text("name in the specification, without Update"),
      name: s.nullable(s.text("name of the branch or tag")),
      snapshot: s.nullable(id),
      previous: s.nullable(id),
      versions: s.nullable(s.list(s.count("old and new version of the specification"))),
      updated_at: time,
      updated_at_us: microseconds,
      backup_path: s.nullable(s.text("name of the backup in the folder overwritten")),
    }),
  ),
  repo_before_updates: s.nullable(s.text()),
  config: s.userData("configuration; null if there is none"),
  enabled_feature_flags: s.list(s.count()),
  disabled_feature_flags: s.list(s.count()),
};

const ofFile = { file: s.file, spec_version: s.count(), ...header };
const ending = { complete: s.complete, error: s.error, findings: s.list(fileFinding) };
const someFile = s.oneOf(
  s.exactly({ ...ofFile, type: s.word("snapshot"), id, ...snapshot, ...ending }, { title: "a snapshot" }),
  s.exactly({ ...ofFile, type: s.word("manifest"), id, ...manifest, ...ending }, { title: "a manifest" }),
  s.exactly(
    { ...ofFile, type: s.word("transaction-log"), id, ...log, ...ending },
    { title: "a transaction log" },
  ),
  s.exactly(
    { ...ofFile, type: s.word("repo-info"), id: s.none, ...repo, ...ending },
    { title: "repository info" },
  ),
  s.exactly(
    {
      ...ofFile,
      type: s.word("snapshot", "manifest", "transaction-log", "repo-info"),
      id: s.none,
      identifier: s.nullable(s.text("identifier of the FlatBuffer; null for fewer than 8 bytes of content")),
      ...ending,
    },
    { title: "a file whose content is damaged" },
  ),
);

const unopened = s.exactly(
  { file: s.file, type: s.none, complete: s.complete, error: s.error },
  { title: "a file that can't be opened" },
);

const repository = s.exactly(
  {
    file: s.file,
    type: s.word("repository"),
    spec_version: s.nullable(s.count()),
    id: s.none,
    branches: refs,
    tags: refs,
    deleted_tags: s.list(s.text()),
    snapshots: s.list(
      s.exactly({
        id,
        ...snapshot,
        header: headerOf,
        changes: s.nullable(s.exactly({ id, ...log, header: headerOf })),
      }),
    ),
    manifests: s.list(s.exactly({ id, ...manifest, header: headerOf })),
    repo: s.nullable(s.exactly({ id: s.none, spec_version: s.count(), ...repo, header: repoHeader })),
    config_yaml: s.nullable(s.text("configuration file of version 1; null if it is missing or unreadable")),
    files: s.count(),
    bytes: s.count("size of all files in bytes"),
    check: s.nullable(
      s.exactly({
        unreachable: s.count("snapshots that no branch or tag reaches; their files are not checked"),
        unreachable_damaged: s.list(s.text("id of one of them whose file is damaged")),
        manifests: s.count("checked manifests"),
        chunks: s.count("checked chunks"),
        storage: s.exactly({
          native_bytes: s.integer(),
          virtual_bytes: s.integer(),
          inline_bytes: s.integer(),
        }),
        findings: s.list(s.exactly({ ...finding, offset: s.none, path: s.text("file concerned") })),
        more: s.count("findings that are not listed"),
      }),
    ),
    file_list: s.nullable(s.list(s.exactly({ path: s.text(), bytes: s.count(), sha256: s.text() }))),
    complete: s.complete,
    error: s.error,
    findings: s.list(repositoryFinding),
  },
  { title: "a repository" },
);

const array = s.exactly(
  {
    file: s.file,
    type: s.word("array"),
    snapshot: id,
    path: s.text(),
    node: nodeId,
    shape: s.list(dimension),
    grid: s.integer("chunks of the grid"),
    refs: s.count(),
    native: s.count(),
    virtual: s.count(),
    inline: s.count(),
    missing: s.integer("chunks without a reference in any manifest"),
    bytes: s.integer("size of all chunks in bytes"),
    manifests: s.list(
      s.exactly({
        id,
        extents,
        bytes: s.nullable(s.integer("size of the file in bytes; null if the snapshot does not list it")),
        refs: s.nullable(s.count("references of this array; null if the manifest is missing")),
        native: s.nullable(s.count()),
        virtual: s.nullable(s.count()),
        inline: s.nullable(s.count()),
      }),
    ),
    user_data: s.userData("the node's zarr.json"),
    complete: s.complete,
    error: s.error,
  },
  { title: "with --array" },
);

const chunkChanges = s.exactly(
  {
    added: s.count("chunks whose reference is new"),
    removed: s.count(),
    changed: s.count("chunks with another reference"),
  },
  { title: "null for groups and deleted arrays" },
);

const diff = s.exactly(
  {
    file: s.file,
    type: s.word("diff"),
    from: id,
    to: id,
    nodes: s.list(
      s.exactly({
        change: s.word("new", "deleted", "updated"),
        type: s.word("array", "group", "unknown"),
        path: s.text("path in the later snapshot; for a deleted node, in the earlier one"),
        moved_from: s.nullable(s.text("path before the move; null if the node was not moved")),
        metadata: s.flag("whether zarr.json differs: attributes, data type, codecs, fill value"),
        shape: s.flag(),
        chunks: s.nullable(chunkChanges),
      }),
    ),
    complete: s.complete,
    error: s.error,
  },
  { title: "with --diff" },
);

const reference = s.exactly(
  {
    node: nodeId,
    index: s.list(s.count()),
    kind: s.word("unknown", "inline", "native", "virtual"),
    offset: s.nullable(s.integer()),
    length: s.integer(),
    chunk_id: s.nullable(id),
    location: s.nullable(s.text()),
    compressed_bytes: s.nullable(s.count("size of the compressed location in bytes")),
    etag: s.nullable(s.text()),
    last_modified: s.nullable(s.count("seconds since 1970")),
    inline: s.nullable(s.text("the chunk in hexadecimal")),
  },
  { title: "with --chunks, a line for each reference" },
);

const updatedChunk = s.exactly(
  { node: nodeId, index: s.list(s.count()) },
  { title: "with --chunks, a line for each updated chunk of a transaction log" },
);

export const schemas = {
  icechunk: s.oneOf(someFile, unopened, repository, array, diff, reference, updatedChunk),
};

export type UnopenedJson = s.Described<typeof unopened>;
export type RepositoryJson = s.Described<typeof repository>;
export type ArrayJson = s.Described<typeof array>;
export type DiffJson = s.Described<typeof diff>;
