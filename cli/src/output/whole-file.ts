/** A file that is there as a whole or not at all. */

import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { onInterrupt } from "../runtime/interruption";
import { write, writeAll, writing } from "./write";

/**
 * Runs `fill`, which writes the content of the file at `path`, or of standard output where that is `-`. The content
 * is written into a draft in the same folder, which becomes the file at the end. After a failure or an interruption
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
  const target = linkTarget(path);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  const fd = writing(path, () => openSync(draft, "wx"));
  const discard = () => rmSync(draft, { force: true });
  const unregister = onInterrupt(discard);
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
    unregister();
  }
}

/** Whether `path` is a device or a named pipe, which is written to instead of replaced. */
function isDevice(path: string): boolean {
  const stat = writing(path, () => statSync(path, { throwIfNoEntry: false }));
  return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}

/** The file that a symbolic link leads to, which is replaced instead of the link. */
function linkTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
