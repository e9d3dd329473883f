/** The list of groups of commands, one per format. A new format is a folder and a line here. */

import { block } from "./block";
import { compare } from "./compare";
import type { CommandGroup } from "./group";
import { histogram } from "./histogram";
import { icechunk } from "./icechunk";
import { indexHeader } from "./index-header";
import { offsets } from "./offsets";
import { serve } from "./serve";
import { tags } from "./tags";

export const groups: CommandGroup[] = [
  tags,
  histogram,
  compare,
  offsets,
  indexHeader,
  block,
  icechunk,
  serve,
];
