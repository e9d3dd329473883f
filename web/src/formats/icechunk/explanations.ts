/** The explanations behind the `?` of each panel. docs/icechunk.md has the long form. */

import type { Entry } from "../../ui/explanation";

const MANIFEST: Entry = {
  term: "manifest",
  text: "A file that lists the chunks of one or more arrays, each with its location and length.",
};
const KINDS: Entry = {
  term: "native, virtual, inline",
  text: "A native chunk is a file of the repository. A virtual one is a part of another file. An inline one is stored in the manifest.",
};
const SNAPSHOT: Entry = {
  term: "snapshot",
  text: "The state of the whole repository after one commit. Its parent is the snapshot before.",
};

export const explanations = {
  history: [
    SNAPSHOT,
    {
      term: "branch, tag",
      text: "A branch is a name that moves with each commit. A tag is a name that stays.",
    },
  ],
  nodes: [
    {
      term: "node",
      text: "An array or a group of the selected snapshot. A click on an array shows its chunks.",
    },
    { term: "shape", text: "Number of elements along each dimension." },
    { term: "chunks", text: "Number of chunks along each dimension, stored or not." },
  ],
  changes: [
    { term: "change", text: "What the commit did to a node, from its transaction log." },
    {
      term: "details",
      text: "The number of chunks that were written, or the old and the new path of a moved node.",
    },
  ],
  manifests: [
    MANIFEST,
    { term: "references", text: "Number of chunks in the manifest." },
    { term: "extents", text: "The chunks along each dimension that the manifest covers, from 0." },
    { term: "chunk bytes", text: "Sum of the lengths of these chunks." },
  ],
  arrays: [MANIFEST, { term: "references", text: "Number of chunks of the array in this manifest." }, KINDS],
  branches: [SNAPSHOT, { term: "deleted tag", text: "A name that can't be used again." }],
  snapshots: [SNAPSHOT],
  updates: [{ term: "update", text: "A change of a branch, a tag or the configuration, the newest first." }],
  grid: [
    {
      term: "cell",
      text: "One chunk at its place in the array, or several chunks if there are more than fit. A cell without colour has none stored.",
    },
    KINDS,
  ],
  sizes: [
    {
      term: "size",
      text: "Length of a stored chunk, after compression. Chunks that are not stored are left out.",
    },
    KINDS,
  ],
} satisfies Record<string, readonly Entry[]>;
