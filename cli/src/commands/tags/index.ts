/** The commands about recordings of time tags. A new one is a file of its own and a line here. */

import type { CommandGroup } from "../group";

export const tags: CommandGroup = {
  commands: {
    stats: async () => (await import("./stats")).stats,
    rate: async () => (await import("./rate")).rate,
    gaps: async () => (await import("./gaps")).gaps,
    g2: async () => (await import("./g2")).g2,
    coincidences: async () => (await import("./coincidences")).coincidences,
    delay: async () => (await import("./delay")).delay,
    pairs: async () => (await import("./pairs")).pairs,
    heralded: async () => (await import("./heralded")).heralded,
    bursts: async () => (await import("./bursts")).bursts,
    settings: async () => (await import("./settings")).settings,
    hom: async () => (await import("./hom")).hom,
    lifetime: async () => (await import("./lifetime")).lifetime,
    image: async () => (await import("./image")).image,
    stability: async () => (await import("./stability")).stability,
    report: async () => (await import("./report")).report,
    cat: async () => (await import("./cat")).cat,
    pack: async () => (await import("./pack")).pack,
    convert: async () => (await import("./convert")).convert,
    slice: async () => (await import("./slice")).slice,
    merge: async () => (await import("./merge")).merge,
    export: async () => (await import("./export")).exportCommand,
    verify: async () => (await import("./verify")).verify,
    header: async () => (await import("./header")).header,
    repair: async () => (await import("./repair")).repair,
    index: async () => (await import("./add-index")).addIndex,
    partial: async () => (await import("./partial")).partial,
    combine: async () => (await import("./partial")).combine,
    simulate: async () => (await import("./simulate")).simulate,
  },
  format: {
    id: "tags",
    command: "stats",
    overview: async () => (await import("./stats")).overview,
  },
  schemas: async () => (await import("./schemas")).schemas,
  fileSchemas: async () => ({ channels: (await import("./channel-list.schema")).channelList }),
};
