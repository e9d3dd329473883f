/** The commands about recordings of time tags. A new one is a file of its own and a line here. */

import type { CommandGroup } from "../group";
import { addIndex } from "./add-index";
import { cat } from "./cat";
import { coincidences } from "./coincidences";
import { convert } from "./convert";
import { delay } from "./delay";
import { exportCommand } from "./export";
import { g2 } from "./g2";
import { gaps } from "./gaps";
import { header } from "./header";
import { heralded } from "./heralded";
import { hom } from "./hom";
import { lifetime } from "./lifetime";
import { merge } from "./merge";
import { pack } from "./pack";
import { pairs } from "./pairs";
import { combine, partial } from "./partial";
import { rate } from "./rate";
import { repair } from "./repair";
import { report } from "./report";
import { simulate } from "./simulate";
import { slice } from "./slice";
import { stability } from "./stability";
import { overview, stats } from "./stats";
import { verify } from "./verify";

export const tags: CommandGroup = {
  commands: [
    stats,
    rate,
    gaps,
    g2,
    coincidences,
    delay,
    pairs,
    heralded,
    hom,
    lifetime,
    stability,
    report,
    cat,
    pack,
    convert,
    slice,
    merge,
    exportCommand,
    verify,
    header,
    repair,
    addIndex,
    partial,
    combine,
    simulate,
  ],
  format: { id: "tags", overview },
  schemas: async () => (await import("./schemas")).schemas,
  fileSchemas: async () => ({ channels: (await import("./channel-list.schema")).channelList }),
};
