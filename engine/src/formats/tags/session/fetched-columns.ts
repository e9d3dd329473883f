/** Results whose long columns are fetched from the instance that joined the parts. */

import type { PartJoiner } from "@tagview/wasm/main";
import { type Closable, disposable } from "../../../dispose.ts";
import type { WasmObject } from "../../../worker/instance.ts";
import type { AnyResults, Snapshot } from "../snapshot.ts";
import { FetchedColumn, LONGEST_STRETCH } from "./columns.ts";
import { MOST_NUMBERS } from "./merger.ts";
import type { SavingSession } from "./session.ts";

/** A snapshot that may have fetched columns. */
export interface ScannedColumns extends Closable {
  snapshot: Snapshot;
}

/** Minimum numbers of a slice. */
const SHORTEST_STRETCH = 64;

/**
 * Reads a `session` and returns its results, with long columns fetched on demand; without any, it is closed at once.
 */
export async function scanned(session: SavingSession): Promise<ScannedColumns> {
  try {
    const { held: _, ...snapshot } = await session.read;
    if (!putColumns(snapshot.analyses, session.joined)) session.close();
    return disposable<ScannedColumns>({ snapshot, close: session.close });
  } catch (thrown) {
    session.close();
    throw thrown;
  }
}

/** Replaces empty columns of results by fetched ones; false if there are none. They are valid while `joined` exists. */
function putColumns(results: AnyResults, joined: WasmObject<PartJoiner>): boolean {
  let isAny = false;
  for (const [id, result] of Object.entries(results) as [string, { channels?: unknown[] }][]) {
    const bins = joined.call((joiner) => joiner.bins(id));
    if (bins === 0) continue;
    const found: { of: Record<string, unknown>; key: string; name: string }[] = [];
    const look = (of: object, channel?: bigint): void => {
      for (const [key, value] of Object.entries(of))
        if (value instanceof Float64Array && value.length < bins)
          found.push({
            of: of as Record<string, unknown>,
            key,
            name: channel === undefined ? key : `${channel}`,
          });
    };
    look(result);
    for (const each of result.channels ?? [])
      if (typeof each === "object" && each !== null) look(each, (each as { channel: bigint }).channel);
    const stretchLength = Math.min(
      LONGEST_STRETCH,
      Math.max(SHORTEST_STRETCH, Math.floor(MOST_NUMBERS / found.length)),
    );
    for (const { of, key, name } of found) {
      const fetch = (from: number, to: number): Float64Array =>
        joined.call((joiner) => joiner.column(id, name, from, to));
      isAny = true;
      of[key] = new FetchedColumn(bins, fetch, stretchLength);
    }
  }
  return isAny;
}
