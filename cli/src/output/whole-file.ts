/** A file that is there as a whole or not at all. */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { TagviewError } from "../runtime/engine";
import { onInterrupt } from "../runtime/interruption";
import { deviceOutput } from "./output";
import { flushed, write, writing } from "./write";

/** Writes what follows in the file; the bytes belong to it until the promise is settled, if there is one. */
export type Append = (bytes: Uint8Array) => void | Promise<void>;
/** Writes over the beginning of the file. */
export type Rewrite = (bytes: Uint8Array) => void;
type Fill = (append: Append, rewrite: Rewrite) => Promise<void>;

const sync = promisify(fsync);

/**
 * Runs `fill`, which writes the content of the file at `path`, or of standard output where that is `-`. The content
 * is written into a draft in the same folder, which becomes the file once it is on the disk. After a failure or an
 * interruption nothing is left behind. With `keeps`, a file that is there already is not replaced.
 * @throws TagviewError `open-failed` where the file can't be written or is kept, and what `fill` throws.
 */
export async function writeWhole(
  path: string,
  fill: Fill,
  { keeps = false }: { keeps?: boolean } = {},
): Promise<void> {
  if (path === "-") {
    await fill(write, () => refuseRewriting("standard output"));
    return flushed();
  }
  const before = writing(path, () => statSync(path, { throwIfNoEntry: false }));
  if (before?.isDirectory())
    throw new TagviewError("open-failed", `${path} can't be written (EISDIR)`, "name a file in this folder");
  checkNew(path, keeps);
  return before === undefined || before.isFile()
    ? writeDraft(path, before, fill)
    : writeDevice(path, before, fill);
}

/** A device or a named pipe is written to instead of replaced. */
async function writeDevice(path: string, stat: Stats, fill: Fill): Promise<void> {
  const output = await writing(path, () => deviceOutput(path, stat.isFIFO()));
  try {
    const append: Append = (bytes) => writing(path, () => output.write(bytes));
    await fill(append, () => refuseRewriting(path));
    await writing(path, () => output.flushed());
  } finally {
    output.close();
  }
}

async function writeDraft(path: string, before: Stats | undefined, fill: Fill): Promise<void> {
  const target = writing(path, () => linkTarget(path));
  const folder = dirname(target);
  // A draft that a killed program left behind is in nobody's way, and a long name gets no longer.
  const draft = join(folder, `.tagview-${randomBytes(8).toString("hex")}.part`);
  const fd = writing(path, () => openSync(draft, "wx"));
  const discard = () => rmSync(draft, { force: true });
  const unregister = onInterrupt(discard);
  try {
    try {
      await fill(
        (bytes) => writing(path, () => writeAll(fd, bytes)),
        (bytes) => writing(path, () => writeAll(fd, bytes, 0)),
      );
      if (before !== undefined) writing(path, () => fchmodSync(fd, before.mode & 0o7777));
      await writing(path, () => sync(fd));
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
  await syncFolder(folder);
}

/**
 * Checks, where it is wanted, that no file is at `path`, or only a device.
 * @throws TagviewError `open-failed`.
 */
export function checkNew(path: string, isWanted: boolean): void {
  if (!isWanted || path === "-" || isDevice(path) || !existsSync(path)) return;
  throw new TagviewError("open-failed", `${path} is there already`, "choose another name, or add --force");
}

/**
 * Checks that none of the files that are read is the one at `path`, which is written: what is not written of it would be
 * lost. `option` is the one that names it.
 * @throws TagviewError `usage`.
 */
export function checkApart(path: string, read: readonly string[], option = "-o"): void {
  if (path === "-" || isDevice(path)) return;
  const written = identityOf(path);
  if (written === null || !read.some((other) => identityOf(other) === written)) return;
  throw new TagviewError(
    "usage",
    `${path} is the file that is read, which what is written would replace`,
    `name another one with ${option}`,
  );
}

/**
 * What a file has in common with no other one; null where there is none, or it can't be looked at: why is told by whoever
 * opens it.
 */
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}

function refuseRewriting(name: string): never {
  throw new TagviewError("usage", `${name} can't be written from its beginning again`, "give -o a file");
}

/** Whether `path` is a device or a named pipe, which is written to instead of replaced. */
function isDevice(path: string): boolean {
  const stat = writing(path, () => statSync(path, { throwIfNoEntry: false }));
  return stat !== undefined && !stat.isFile() && !stat.isDirectory();
}

/** Writes where the file stands, or from `position` on. */
function writeAll(fd: number, bytes: Uint8Array, position: number | null = null): void {
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(fd, bytes, at, bytes.length - at, position === null ? null : position + at);
  }
}

/** That the file has its name is on the disk too, where the system can do that. */
async function syncFolder(folder: string): Promise<void> {
  let fd: number;
  try {
    fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  } catch {
    return;
  }
  await sync(fd).catch(() => {});
  closeSync(fd);
}

/**
 * The file that symbolic links lead to, which is written instead of the link, also where it is not there yet.
 * @throws what the system says where a folder on the way is not there.
 */
function linkTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const leadsTo = linkAt(path);
    return leadsTo === null ? path : linkTarget(resolve(realpathSync(dirname(path)), leadsTo));
  }
}

/** Where a symbolic link leads; null where there is none. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
