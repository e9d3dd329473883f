/** Sample recordings beside the page, made by `tagview simulate` in the build. */

import type { Sample } from "../../../app/viewer";

export const SAMPLES: readonly Sample[] = [
  {
    name: "sample.tags.zst",
    path: "sample.tags.zst",
    address: "sample",
    bar: { key: "s", does: "open the sample", button: "Sample", title: "Open the sample recording (s)" },
  },
  {
    name: "sample-emitter.tags.zst",
    path: "sample-emitter.tags.zst",
    address: "sample-emitter",
    title: "Single emitter",
    view: "pair=3,15&g2=-1280..1280&bin=32&norm=1&fit=two-level",
  },
  {
    name: "sample-lifetime.tags.zst",
    path: "sample-lifetime.tags.zst",
    address: "sample-lifetime",
    title: "Lifetime",
    view: "pair=3,15&period=40000&clocked=1,3&decay=0..3e-8",
  },
  {
    name: "sample-damaged.tags.zst",
    path: "sample-damaged.tags.zst",
    address: "sample-damaged",
    title: "Damaged file",
    view: "pair=3,15",
  },
];
