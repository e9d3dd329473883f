/** What `tagview block --json` prints. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/index-header.generated";

const { index_version, label_values } = core.IndexHeaderContents.properties;

const block = s.exactly({
  file: s.file,
  meta: s.nullable(core.BlockMeta),
  parts: s.list(s.exactly({ name: s.text("path in the folder"), bytes: s.count() })),
  index: s.nullable(
    s.exactly({
      ...s.fields(core.IndexHeaderContents, "symbols", "label_names"),
      index_version: s.known(index_version),
      label_values: s.known(label_values),
    }),
  ),
  chunks: s.nullable(s.exactly(s.without(core.BlockChunks, "complete", "error", "findings"))),
  verification: s.nullable(
    s.exactly(s.fields(core.IndexVerification, "postings_lists", "postings", "unused_symbols")),
  ),
  complete: s.complete,
  error: s.error,
  findings: s.list(
    s.exactly({
      part: s.word("meta.json", "index", "chunks"),
      ...s.partFinding.properties,
      offset: s.nullable(s.integer("byte offset in the file that the message names")),
    }),
  ),
});
export type BlockJson = s.Described<typeof block>;

const unopened = s.exactly(
  { file: s.file, meta: s.none, complete: s.complete, error: s.error },
  { title: "a folder that is not a block" },
);
export type UnopenedJson = s.Described<typeof unopened>;

export const schemas = { block: s.oneOf(block, unopened) };
