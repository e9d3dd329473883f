/** Atomic writes: a file is written completely or not at all. */

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
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { descriptorOf } from "../runtime/descriptors";
import { TagviewError } from "../runtime/engine";
import { onInterrupt } from "../runtime/interruption";
import { deviceOutput, inheritedOutput } from "./output";
import { atOnce, flushed, write, writing } from "./write";

/** Appends bytes to the file. The caller may change them once the promise is settled. */
export type Append = (bytes: Uint8Array) => Promise<void>;
/** Writes over the beginning of the file. */
export type Rewrite = (bytes: Uint8Array) => Promise<void>;
type Fill = (append: Append, rewrite: Rewrite) => Promise<void>;

/** Whether an output may replace a file. */
export interface Replacing {
  /** `--force`: a file that exists is replaced. */
  force?: boolean | undefined;
}

const sync = promisify(fsync);

/**
 * Runs `fill`, which writes the content of the file at `path`, or of standard output for `-`. The content is written to
 * a temporary file in the same folder, which is renamed once it is on the disk. A failure or an interruption leaves no
 * file behind. All files of the program are written by this function.
 * @throws TagviewError `open-failed` if the file cannot be written, or exists without `force`; the errors of `fill`.
 */
export async function writeWhole(path: string, { force }: Replacing, fill: Fill): Promise<void> {
  if (path === "-") {
    await fill(write, () => refuseRewriting("standard output"));
    return flushed();
  }
  if (isDevice(path)) return writeDevice(path, fill);
  const before = atOnce(path, () => statSync(path, { throwIfNoEntry: false }));
  if (before?.isDirectory())
    throw new TagviewError("open-failed", `${path} can't be written (EISDIR)`, "name a file in this folder");
  checkNew(path, { force });
  return writeDraft(path, { force }, fill);
}

/** Writes to a device, a named pipe or a descriptor, instead of replacing it. */
async function writeDevice(path: string, fill: Fill): Promise<void> {
  const fd = descriptorOf(path);
  const isPipe = atOnce(path, () => statSync(path)).isFIFO();
  const output = fd === null ? await writing(path, () => deviceOutput(path, isPipe)) : inheritedOutput(fd);
  try {
    const append: Append = (bytes) => writing(path, () => output.write(bytes));
    await fill(append, () => refuseRewriting(path));
    await writing(path, () => output.flushed());
  } finally {
    output.close();
  }
}

async function writeDraft(path: string, replacing: Replacing, fill: Fill): Promise<void> {
  const target = atOnce(path, () => linkTarget(path));
  const folder = dirname(target);
  // A draft left behind by a killed program does not collide, and a long file name does not become longer.
  const draft = join(folder, `.tagview-${randomBytes(8).toString("hex")}.part`);
  const fd = atOnce(path, () => openSync(draft, "wx"));
  const discard = () => rmSync(draft, { force: true });
  const unregister = onInterrupt(discard);
  try {
    try {
      await fill(
        (bytes) => writing(path, () => writeAll(fd, bytes)),
        (bytes) => writing(path, () => writeAll(fd, bytes, 0)),
      );
      const before = atOnce(path, () => statSync(path, { throwIfNoEntry: false }));
      if (before !== undefined) atOnce(path, () => fchmodSync(fd, before.mode & 0o7777));
      await writing(path, () => sync(fd));
    } finally {
      closeSync(fd);
    }
    // Another program may have made the file meanwhile.
    checkNew(path, replacing);
    atOnce(path, () => renameSync(draft, target));
  } catch (thrown) {
    discard();
    throw thrown;
  } finally {
    unregister();
  }
  await syncFolder(folder);
}

/**
 * Checks that no file exists at `path`, unless it may be replaced. `writeWhole` checks this too; commands that work for
 * a long time before writing call it first. Standard output, devices and named pipes are never files here.
 * @throws TagviewError `open-failed`.
 */
export function checkNew(path: string, { force }: Replacing): void {
  if (force || path === "-" || isDevice(path) || !existsSync(path)) return;
  throw new TagviewError("open-failed", `${path} exists already`, "choose another name, or add --force");
}

/**
 * Checks that the output `path` is none of the files being read, which would lose their unread part. `option` names the
 * output.
 * @throws TagviewError `usage`.
 */
export function checkApart(path: string, read: readonly string[], option = "-o"): void {
  if (path === "-" || isDevice(path)) return;
  const written = identityOf(path);
  if (written === null || !read.some((other) => identityOf(other) === written)) return;
  throw new TagviewError(
    "usage",
    `${path} is the input, which the output would replace`,
    `name another one with ${option}`,
  );
}

/** The identity of a file; null if it does not exist or is inaccessible. The caller that opens it reports the error. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}

async function refuseRewriting(name: string): Promise<never> {
  throw new TagviewError("usage", `${name} can't be written from its beginning again`, "give -o a file");
}

/** Whether `path` is a device, a named pipe or a descriptor, which is written to instead of replaced. */
function isDevice(path: string): boolean {
  const stat = atOnce(path, () => statSync(path, { throwIfNoEntry: false }));
  return stat !== undefined && !stat.isDirectory() && (!stat.isFile() || descriptorOf(path) !== null);
}

/** Writes all bytes at the file's current position, or from `position` on. */
function writeAll(fd: number, bytes: Uint8Array, position: number | null = null): void {
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(fd, bytes, at, bytes.length - at, position === null ? null : position + at);
  }
}

/** Makes the new name of the file durable, if the system supports it. */
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
 * The target of symbolic links, which is written instead of the link, even if it does not exist yet.
 * @throws the system's error if a folder of the path does not exist.
 */
function linkTarget(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const leadsTo = linkAt(path);
    return leadsTo === null ? path : linkTarget(resolve(realpathSync(dirname(path)), leadsTo));
  }
}

/** The target of a symbolic link; null for any other path. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
