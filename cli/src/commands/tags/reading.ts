/** How a recording is read: options that its content does not determine, and the settings beside it. */

import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { SourceDescription, TextOptions } from "../../runtime/engine";

/** Bytes of a file with settings that are read: its strings come first. */
const MOST_SETUP = 256 << 10;

/** The options among those of the command line that readers know, and the text of a `.set` file beside a `.spc` file. */
export function readingOf(
  { columns, unit, tick, microtime, delayUnit, readAs }: ReadingOptions,
  source: SourceDescription,
): TextOptions {
  const setup = source.kind === "path" ? siblingSetup(source.path) : undefined;
  return {
    ...(columns !== undefined && { columns }),
    ...(unit !== undefined && { unit }),
    ...(tick !== undefined && { tick }),
    ...(microtime !== undefined && { microtime }),
    ...(delayUnit !== undefined && { delay_unit: delayUnit }),
    ...(readAs !== undefined && { read_as: readAs }),
    ...(setup !== undefined && { setup }),
  };
}

/** Options of the command line about how a recording is read, as typed. */
export interface ReadingOptions {
  tick?: string;
  /** Column order and unit of times, for a text file without a header. */
  columns?: string;
  unit?: string;
  /** Microtimes of the photons that are read, of a recording in T3 mode. */
  microtime?: string;
  /** Unit of the microtimes of a recording that does not state it. */
  delayUnit?: string;
  /** The format of a file whose content does not show it. */
  readAs?: string;
  /** Whether notes are left out. */
  quiet?: boolean;
}

/** Whether the options state the format of the file. `columns` states that it is a text. */
export const isNamed = ({ columns, readAs }: ReadingOptions): boolean =>
  columns !== undefined || readAs !== undefined;

/** The text of the regular `.set` file beside a Becker & Hickl recording; undefined if there is none. */
function siblingSetup(path: string): string | undefined {
  if (!/\.spc$/i.test(path)) return undefined;
  for (const extension of ["set", "SET"]) {
    const setup = `${path.slice(0, -3)}${extension}`;
    let fd: number;
    try {
      // Opening a pipe would block the thread until another program opened its other end.
      if (!statSync(setup).isFile()) continue;
      fd = openSync(setup, "r");
    } catch {
      continue;
    }
    try {
      const room = Buffer.alloc(MOST_SETUP);
      return room.toString("latin1", 0, readSync(fd, room, 0, MOST_SETUP, 0));
    } catch {
      return undefined;
    } finally {
      closeSync(fd);
    }
  }
  return undefined;
}
