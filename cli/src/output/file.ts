/** A file that is there as a whole or not at all. */

import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { onInterrupt } from "../status";
import { write, writeAll, writing } from "./write";

/**
 * Runs `fill`, which writes the file at `path` (`-` is standard output) piece by piece. It is
 * written next to its place and moved there at the end; after a failure or an interruption
 * nothing is left behind.
 * @throws TagviewError `open-failed` where the file can't be written, and what `fill` throws.
 */
export async function writeWhole(
  path: string,
  fill: (write: (bytes: Uint8Array) => void) => Promise<void>,
): Promise<void> {
  if (path === "-") return fill(write);
  if (isDevice(path)) {
    const fd = writing(path, () => openSync(path, "w"));
    return fill((bytes) => writing(path, () => writeAll(fd, bytes))).finally(() => closeSync(fd));
  }
  const target = followed(path);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  const fd = writing(path, () => openSync(draft, "wx"));
  const discard = () => rmSync(draft, { force: true });
  const forget = onInterrupt(discard);
  try {
    try {
      await fill((bytes) => writing(path, () => writeAll(fd, bytes)));
    } finally {
      closeSync(fd);
    }
    writing(path, () => renameSync(draft, target));
  } catch (thrown) {
    discard();
    throw thrown;
  } finally {
    forget();
  }
}

/** `/dev/null`, a pipe with a name: written to, not replaced. */
function isDevice(path: string): boolean {
  const stat = writing(path, () => statSync(path, { throwIfNoEntry: false }));
  return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}

/** The file behind a symbolic link, so that the link stays one. */
function followed(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
