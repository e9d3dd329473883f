/** A file that is there as a whole or not at all. */

import { closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { TagviewError } from "../runtime/engine";
import { onInterrupt } from "../runtime/interruption";
import { write, writeAll, writing } from "./write";

/** Writes what follows in the file. */
export type Append = (bytes: Uint8Array) => void;
/** Writes over the beginning of the file. */
export type Rewrite = (bytes: Uint8Array) => void;

/**
 * Runs `fill`, which writes the content of the file at `path`, or of standard output where that is `-`. The content
 * is written into a draft in the same folder, which becomes the file at the end. After a failure or an interruption
 * nothing is left behind. With `keeps`, a file that is there already is not replaced.
 * @throws TagviewError `open-failed` where the file can't be written or is kept, and what `fill` throws.
 */
export async function writeWhole(
  path: string,
  fill: (append: Append, rewrite: Rewrite) => Promise<void>,
  { keeps = false }: { keeps?: boolean } = {},
): Promise<void> {
  if (path === "-") return fill(write, () => refuseRewriting("standard output"));
  if (isDevice(path)) {
    const fd = writing(path, () => openSync(path, "w"));
    const append: Append = (bytes) => writing(path, () => writeAll(fd, bytes));
    return fill(append, () => refuseRewriting(path)).finally(() => closeSync(fd));
  }
  checkNew(path, keeps);
  const target = linkTarget(path);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}.part`);
  const fd = writing(path, () => openSync(draft, "wx"));
  const discard = () => rmSync(draft, { force: true });
  const unregister = onInterrupt(discard);
  try {
    try {
      await fill(
        (bytes) => writing(path, () => writeAll(fd, bytes)),
        (bytes) => writing(path, () => writeAll(fd, bytes, 0)),
      );
    } finally {
      closeSync(fd);
    }
    // Another program may have written it meanwhile.
    checkNew(path, keeps);
    writing(path, () => renameSync(draft, target));
  } catch (thrown) {
    discard();
    throw thrown;
  } finally {
    unregister();
  }
}

/**
 * Checks, where it is wanted, that no file is at `path`, or only a device.
 * @throws TagviewError `open-failed`.
 */
export function checkNew(path: string, isWanted: boolean): void {
  if (!isWanted || path === "-" || isDevice(path) || !existsSync(path)) return;
  throw new TagviewError("open-failed", `${path} is there already`, "choose another name, or add --force");
}

function refuseRewriting(name: string): never {
  throw new TagviewError("usage", `${name} can't be written from its beginning again`, "give -o a file");
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
