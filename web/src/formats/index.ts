/**
 * The viewers of all formats. Files without a recognised format open in the first one, whose reader reports the error.
 */

import type { Viewer } from "../app/viewer";
import { histogramViewer } from "./histogram";
import { icechunkViewer } from "./icechunk";
import { indexHeaderViewer } from "./index-header";
import { offsetsViewer } from "./offsets";
import { tagsViewer } from "./tags";

export const VIEWERS: readonly Viewer[] = [
  tagsViewer,
  offsetsViewer,
  indexHeaderViewer,
  icechunkViewer,
  histogramViewer,
];
