/**
 * THE LINE: the viewers of all formats. What no format recognises is opened in the first one, whose reader reports what
 * is wrong with it.
 */

import type { Viewer } from "../app/viewer";
import { icechunkViewer } from "./icechunk";
import { indexHeaderViewer } from "./index-header";
import { offsetsViewer } from "./offsets";
import { tagsViewer } from "./tags";

export const VIEWERS: readonly Viewer[] = [tagsViewer, offsetsViewer, indexHeaderViewer, icechunkViewer];
