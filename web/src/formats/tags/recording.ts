import type { SourceDescription } from "@tagview/engine";
import type { Item } from "../../app/viewer";
import type { LiveQueries } from "./live-queries";
import type { Reading } from "./reading";

/** An open recording: how far it has been read, and what else is known of it. */
export interface Recording extends Item {
  readonly source: SourceDescription;
  readonly queries: LiveQueries;
  /** Replaced while it is read. */
  reading: Reading;
}
