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
const metadata = entries(userData("what a user gave"));

const header = {
  implementation: text("the program that wrote the file"),
  compression: word("none", "zstd"),
  file_bytes: count(),
  header_bytes: count("before the content"),
  content_bytes: count("of the content, decompressed"),
  identifier: text("what the FlatBuffer begins with"),
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
  code: text("a short word in kebab case"),
  severity,
  message: text(),
  offset: nullable(integer("byte of the file")),
  remedy: text("what to do about it"),
};
const fileFinding = exactly({ ...finding, length: count("bytes that it concerns") });
const repositoryFinding = exactly({ ...finding, path: text("the file that it is about") });

const dimension = exactly({
  name: nullable(text()),
  array_length: integer(),
  chunk_length: nullable(integer("null since version 2")),
  num_chunks: integer(),
});
const extents = list(list(count("of the chunks of a dimension, the first and the one after the last")));

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
  manifests: list(exactly({ id, bytes: integer("of the file"), refs: count() })),
  nodes: list(node),
  extra_bytes: nullable(count("reserved for later versions")),
};

const manifest = {
  location_dictionary_bytes: nullable(count()),
  compression_algorithm: count("of locations: 0 none, 1 zstd with the dictionary"),
  arrays: list(
    exactly({
      node: nodeId,
      refs: count(),
      native: count("in files of the repository"),
      virtual: count("in other files"),
      inline: count("in the manifest"),
      unknown: count("that say nowhere where their chunk is"),
      bytes: integer("of all chunks"),
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

const refs = entries(nullable(text("a snapshot's id; null where it is not there")));

const repo = {
  branches: refs,
  tags: refs,
  deleted_tags: list(text()),
  snapshots: list(
    exactly({
      id,
      parent: nullable(id),
      parent_offset: real("the parent's number in this list; -1 for none"),
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
      type: text("as the specification names it, without Update"),
      name: nullable(text("of the branch or tag")),
      snapshot: nullable(id),
      previous: nullable(id),
      versions: nullable(list(count("of the specification: from, to"))),
      updated_at: time,
      updated_at_us: microseconds,
      backup_path: nullable(text("in the folder overwritten")),
    }),
  ),
  repo_before_updates: nullable(text()),
  config: userData("null where there is none"),
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
      identifier: nullable(text("null where the content has fewer than 8 bytes")),
      ...ending,
    },
    { title: "a file whose content is damaged" },
  ),
);

const unopened = exactly({ file, type: none, complete, error }, { title: "what can't be opened" });

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
    config_yaml: nullable(text("the file of version 1; null where it is missing or can't be read")),
    files: count(),
    bytes: count("of all files"),
    check: nullable(
      exactly({
        unreachable: count("snapshots that no branch or tag leads to; what they refer to is not looked for"),
        manifests: count("that were looked for"),
        chunks: count("that were looked for"),
        storage: exactly({ native_bytes: integer(), virtual_bytes: integer(), inline_bytes: integer() }),
        findings: list(exactly({ ...finding, offset: none, path: text("the file that it is about") })),
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
    missing: integer("chunks that no manifest has"),
    bytes: integer("of all chunks"),
    manifests: list(
      exactly({
        id,
        extents,
        bytes: nullable(integer("of the file; null where the snapshot does not list it")),
        refs: nullable(count("of this array; null where the manifest is missing")),
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
  { title: "null of groups and of deleted arrays" },
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
        path: text("in the later snapshot; of a deleted node in the earlier one"),
        moved_from: nullable(text("null where the node was not moved")),
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
    compressed_bytes: nullable(count("of the compressed location")),
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
