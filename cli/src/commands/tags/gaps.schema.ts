/** The output of `tagview gaps --json`. */

import * as s from "../../output/json-shapes";
import * as core from "../../output/shapes/tags.generated";

const { bin, from, edges, ...result } = core.Gaps.properties;
const both = { complete: s.complete, ...result, ...s.scan };

export const gaps = s.oneOf(
  s.exactly({ file: s.file, bin, from, ...both }, { title: "bins of one width" }),
  s.exactly({ file: s.file, edges: s.known(edges), ...both }, { title: "with --log" }),
);
export type GapsJson = s.Described<typeof gaps>;
