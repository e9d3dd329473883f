/** The output of `tagview icechunk --json`, with each of its options. */

import {
  complete,
  count,
  type Described,
  entries,
  error,
  exactly,
  file,
  flag,
  integer,
  list,
  none,
  nullable,
  oneOf,
  real,
  text,
  userData,
  word,
} from "../../output/json-shapes";

const id = text("20 characters in Crockford's base32");
const nodeId = text("13 characters in Crockford's base32");
const severity = word("note", "warning", "error");
const time = nullable(text("RFC 3339; null after the year 9999"));
const microseconds = integer("microseconds since 1970");
const metadata = entries(userData("user metadata"));

const header = {
  implementation: text("the program that wrote the file"),
  compression: word("none", "zstd"),
  file_bytes: count(),
  header_bytes: count("bytes before the content"),
  content_bytes: count("decompressed size of the content in bytes"),
  identifier: text("identifier of the FlatBuffer"),
  frame: nullable(
    exactly({
      content_bytes: nullable(count("declared by the zstd frame; null if it declares none")),
      window_bytes: count(),
      checksum: flag(),
    }),
  ),
};

const headerOf = exactly({
  type: word("snapshot", "manifest", "transaction-log"),
  spec_version: count(),
  id,
  ...header,
});
const repoHeader = exactly({ type: word("repo-info"), spec_version: count(), id: none, ...header });

const finding = {
  code: text("short identifier in kebab case"),
  severity,
  message: text(),
  offset: nullable(integer("byte offset in the file")),
  remedy: text("recommended action"),
};
const fileFinding = exactly({ ...finding, length: count("length in bytes of the part concerned") });
const repositoryFinding = exactly({ ...finding, path: text("file concerned") });

const dimension = exactly({
  name: nullable(text()),
  array_length: integer(),
  chunk_length: nullable(integer("length of a chunk; null since version 2")),
  num_chunks: integer(),
});
const extents = list(list(count("range of chunks in one dimension: the first, and the one after the last")));

const node = oneOf(
  exactly({
    id: nodeId,
    path: text(),
    type: word("array"),
    user_data: userData("the node's zarr.json"),
    shape: list(dimension),
    dimension_names: nullable(list(nullable(text()))),
    manifests: list(exactly({ id, extents })),
  }),
  exactly({
    id: nodeId,
    path: text(),
    type: word("group", "unknown"),
    user_data: userData("the node's zarr.json"),
  }),
);

const snapshot = {
  parent: nullable(id),
  flushed_at: time,
  flushed_at_us: microseconds,
  message: text(),
  metadata,
  manifests: list(exactly({ id, bytes: integer("size of the file in bytes"), refs: count() })),
  nodes: list(node),
  extra_bytes: nullable(count("reserved for later versions")),
};

const manifest = {
  location_dictionary_bytes: nullable(count()),
  compression_algorithm: count("compression of locations: 0 none, 1 zstd with the dictionary"),
  arrays: list(
    exactly({
      node: nodeId,
      refs: count(),
      native: count("references to files of the repository"),
      virtual: count("references to other files"),
      inline: count("chunks in the manifest"),
      unknown: count("references without a chunk location"),
      bytes: integer("size of all chunks in bytes"),
      native_bytes: integer(),
      virtual_bytes: integer(),
      inline_bytes: integer(),
      compressed_locations: count(),
    }),
  ),
};

const log = {
  new_groups: list(nodeId),
  new_arrays: list(nodeId),
  deleted_groups: list(nodeId),
  deleted_arrays: list(nodeId),
  updated_groups: list(nodeId),
  updated_arrays: list(nodeId),
  updated_chunks: list(exactly({ node: nodeId, chunks: count() })),
  moved_nodes: list(
    exactly({
      from: text(),
      to: text(),
      node: nullable(nodeId),
      type: nullable(word("group", "array")),
    }),
  ),
};

const refs = entries(nullable(text("id of the snapshot; null if it does not exist")));

const repo = {
  branches: refs,
  tags: refs,
  deleted_tags: list(text()),
  snapshots: list(
    exactly({
      id,
      parent: nullable(id),
      parent_offset: real("index of the parent in this list; -1 for none"),
      flushed_at: time,
      flushed_at_us: microseconds,
      message: text(),
      metadata,
    }),
  ),
  status: exactly({
    availability: word("online", "read-only", "offline", "unknown"),
    set_at: time,
    set_at_us: microseconds,
    reason: nullable(text()),
  }),
  metadata,
  latest_updates: list(
    exactly({
      type: text("name in the specification, without Update"),
      name: nullable(text("name of the branch or tag")),
      snapshot: nullable(id),
      previous: nullable(id),
      versions: nullable(list(count("old and new version of the specification"))),
      updated_at: time,
      updated_at_us: microseconds,
      backup_path: nullable(text("name of the backup in the folder overwritten")),
    }),
  ),
  repo_before_updates: nullable(text()),
  config: userData("configuration; null if there is none"),
  enabled_feature_flags: list(count()),
  disabled_feature_flags: list(count()),
};

const ofFile = { file, spec_version: count(), ...header };
const ending = { complete, error, findings: list(fileFinding) };
const someFile = oneOf(
  exactly({ ...ofFile, type: word("snapshot"), id, ...snapshot, ...ending }, { title: "a snapshot" }),
  exactly({ ...ofFile, type: word("manifest"), id, ...manifest, ...ending }, { title: "a manifest" }),
  exactly(
    { ...ofFile, type: word("transaction-log"), id, ...log, ...ending },
    { title: "a transaction log" },
  ),
  exactly({ ...ofFile, type: word("repo-info"), id: none, ...repo, ...ending }, { title: "repository info" }),
  exactly(
    {
      ...ofFile,
      type: word("snapshot", "manifest", "transaction-log", "repo-info"),
      id: none,
      identifier: nullable(text("identifier of the FlatBuffer; null for fewer than 8 bytes of content")),
      ...ending,
    },
    { title: "a file whose content is damaged" },
  ),
);

const unopened = exactly({ file, type: none, complete, error }, { title: "a file that can't be opened" });

const repository = exactly(
  {
    file,
    type: word("repository"),
    spec_version: nullable(count()),
    id: none,
    branches: refs,
    tags: refs,
    deleted_tags: list(text()),
    snapshots: list(
      exactly({
        id,
        ...snapshot,
        header: headerOf,
        changes: nullable(exactly({ id, ...log, header: headerOf })),
      }),
    ),
    manifests: list(exactly({ id, ...manifest, header: headerOf })),
    repo: nullable(exactly({ id: none, spec_version: count(), ...repo, header: repoHeader })),
    config_yaml: nullable(text("configuration file of version 1; null if it is missing or unreadable")),
    files: count(),
    bytes: count("size of all files in bytes"),
    check: nullable(
      exactly({
        unreachable: count("snapshots that no branch or tag reaches; their files are not checked"),
        manifests: count("checked manifests"),
        chunks: count("checked chunks"),
        storage: exactly({ native_bytes: integer(), virtual_bytes: integer(), inline_bytes: integer() }),
        findings: list(exactly({ ...finding, offset: none, path: text("file concerned") })),
        more: count("findings that are not listed"),
      }),
    ),
    file_list: nullable(list(exactly({ path: text(), bytes: count(), sha256: text() }))),
    complete,
    error,
    findings: list(repositoryFinding),
  },
  { title: "a repository" },
);

const array = exactly(
  {
    file,
    type: word("array"),
    snapshot: id,
    path: text(),
    node: nodeId,
    shape: list(dimension),
    grid: integer("chunks of the grid"),
    refs: count(),
    native: count(),
    virtual: count(),
    inline: count(),
    missing: integer("chunks without a reference in any manifest"),
    bytes: integer("size of all chunks in bytes"),
    manifests: list(
      exactly({
        id,
        extents,
        bytes: nullable(integer("size of the file in bytes; null if the snapshot does not list it")),
        refs: nullable(count("references of this array; null if the manifest is missing")),
        native: nullable(count()),
        virtual: nullable(count()),
        inline: nullable(count()),
      }),
    ),
    user_data: userData("the node's zarr.json"),
    complete,
    error,
  },
  { title: "with --array" },
);

const chunkChanges = exactly(
  {
    added: count("chunks whose reference is new"),
    removed: count(),
    changed: count("chunks with another reference"),
  },
  { title: "null for groups and deleted arrays" },
);

const diff = exactly(
  {
    file,
    type: word("diff"),
    from: id,
    to: id,
    nodes: list(
      exactly({
        change: word("new", "deleted", "updated"),
        type: word("array", "group", "unknown"),
        path: text("path in the later snapshot; for a deleted node, in the earlier one"),
        moved_from: nullable(text("path before the move; null if the node was not moved")),
        metadata: flag("whether zarr.json differs: attributes, data type, codecs, fill value"),
        shape: flag(),
        chunks: nullable(chunkChanges),
      }),
    ),
    complete,
    error,
  },
  { title: "with --diff" },
);

const reference = exactly(
  {
    node: nodeId,
    index: list(count()),
    kind: word("unknown", "inline", "native", "virtual"),
    offset: nullable(integer()),
    length: integer(),
    chunk_id: nullable(id),
    location: nullable(text()),
    compressed_bytes: nullable(count("size of the compressed location in bytes")),
    etag: nullable(text()),
    last_modified: nullable(count("seconds since 1970")),
    inline: nullable(text("the chunk in hexadecimal")),
  },
  { title: "with --chunks, a line for each reference" },
);

const updatedChunk = exactly(
  { node: nodeId, index: list(count()) },
  { title: "with --chunks, a line for each updated chunk of a transaction log" },
);

export const schemas = {
  icechunk: oneOf(someFile, unopened, repository, array, diff, reference, updatedChunk),
};

export type UnopenedJson = Described<typeof unopened>;
export type RepositoryJson = Described<typeof repository>;
export type ArrayJson = Described<typeof array>;
export type DiffJson = Described<typeof diff>;
