/** The output of `tagview gaps --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

const { bin, from, edges, ...result } = core.Gaps.properties;
const both = { ...s.scan, ...result };

export const gaps = s.oneOf(
  s.exactly({ ...both, bin, from }, { title: "bins of one width" }),
  s.exactly({ ...both, edges: s.known(edges) }, { title: "with --log" }),
);
export type GapsJson = s.Described<typeof gaps>;
