/** The output of `tagview icechunk --json`, with each of its options. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/icechunk.generated";

const { identifier } = core.IcechunkSummary.properties;
const id = s.text("20 characters in Crockford's base32");
const finding = s.without(s.partFinding, "length");

const sizes = ["file_bytes", "header_bytes", "content_bytes"] as const;
const facts = ["spec_version", "implementation", "compression", ...sizes, "frame"] as const;
const header = { ...s.fields(core.IcechunkSummary, ...facts), identifier: s.known(identifier) };
const headerOf = s.exactly({ ...header, type: s.word("snapshot", "manifest", "transaction-log"), id });
const repoHeader = s.exactly({ ...header, type: s.word("repo-info"), id: s.none });

const ofFile = { file: s.file, ...header };
const ending = s.fields(core.IcechunkSummary, "complete", "error", "findings");
const log = core.TransactionLogContent.properties;
const someFile = s.oneOf(
  s.exactly(
    { ...ofFile, type: s.word("snapshot"), ...core.SnapshotContent.properties, ...ending },
    { title: "a snapshot" },
  ),
  s.exactly(
    { ...ofFile, type: s.word("manifest"), ...core.ManifestContent.properties, ...ending },
    { title: "a manifest" },
  ),
  s.exactly(
    { ...ofFile, type: s.word("transaction-log"), ...log, ...ending },
    { title: "a transaction log" },
  ),
  s.exactly(
    { ...ofFile, type: s.word("repo-info"), ...core.RepoContent.properties, ...ending },
    { title: "repository info" },
  ),
  s.exactly(
    { ...ofFile, type: core.IcechunkFileType, id: s.none, identifier, ...ending },
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
    ...s.fields(core.RepoContent, "branches", "tags", "deleted_tags"),
    snapshots: s.list(
      s.exactly({
        ...core.SnapshotContent.properties,
        header: headerOf,
        changes: s.nullable(s.exactly({ ...log, header: headerOf })),
      }),
    ),
    manifests: s.list(s.exactly({ ...core.ManifestContent.properties, header: headerOf })),
    repo: s.nullable(s.exactly({ ...core.RepoContent.properties, header: repoHeader })),
    config_yaml: s.nullable(s.text("configuration file of version 1; null if it is missing or unreadable")),
    files: s.count(),
    bytes: s.count("size of all files in bytes"),
    check: s.nullable(
      s.exactly({
        unreachable: s.count("snapshots that no branch or tag reaches; their files are not checked"),
        unreachable_damaged: s.list(s.text("id of one of them whose file is damaged")),
        manifests: s.count("checked manifests"),
        chunks: s.count("checked chunks"),
        storage: s.exactly(s.fields(core.ArrayReferences, "native_bytes", "virtual_bytes", "inline_bytes")),
        findings: s.list(s.exactly({ ...finding, offset: s.none, path: s.text("file concerned") })),
        more: s.count("findings that are not listed"),
      }),
    ),
    file_list: s.nullable(s.list(s.exactly({ path: s.text(), bytes: s.count(), sha256: s.text() }))),
    complete: s.complete,
    error: s.error,
    findings: s.list(s.exactly({ ...finding, path: s.text("file concerned") })),
  },
  { title: "a repository" },
);

const array = s.exactly(
  {
    file: s.file,
    type: s.word("array"),
    snapshot: id,
    ...s.fields(core.IcechunkArray, "path", "user_data", "shape"),
    ...s.fields(core.ArrayReferences, "node", "refs", "native", "virtual", "inline", "bytes"),
    grid: s.integer("chunks of the grid"),
    missing: s.integer("chunks without a reference in any manifest"),
    manifests: s.list(
      s.exactly({
        ...core.ManifestExtents.properties,
        bytes: s.nullable(s.integer("size of the file in bytes; null if the snapshot does not list it")),
        refs: s.nullable(s.count("references of this array; null if the manifest is missing")),
        native: s.nullable(s.count()),
        virtual: s.nullable(s.count()),
        inline: s.nullable(s.count()),
      }),
    ),
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

const { node } = core.ArrayReferences.properties;
const reference = s.exactly(
  {
    node,
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
  { node, index: s.list(s.count()) },
  { title: "with --chunks, a line for each updated chunk of a transaction log" },
);

export const schemas = {
  icechunk: s.oneOf(someFile, unopened, repository, array, diff, reference, updatedChunk),
};

export type UnopenedJson = s.Described<typeof unopened>;
export type RepositoryJson = s.Described<typeof repository>;
export type ArrayJson = s.Described<typeof array>;
export type DiffJson = s.Described<typeof diff>;
