/** A file that is there as a whole or not at all. */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
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
import { Output } from "./output";
import { flushed, write, writing } from "./write";

/** Takes bytes; they belong to it until the promise is settled, if there is one. */
export type Put = (bytes: Uint8Array) => void | Promise<void>;
type Fill = (write: Put) => Promise<void>;

const sync = promisify(fsync);

/**
 * Runs `fill`, which writes the content of the file at `path`, or of standard output where that is `-`. The content
 * is written into a draft in the same folder, which becomes the file once it is on the disk. After a failure or an
 * interruption nothing is left behind.
 * @throws TagviewError `open-failed` where the file can't be written, and what `fill` throws.
 */
export async function writeWhole(path: string, fill: Fill): Promise<void> {
  if (path === "-") {
    await fill(write);
    return flushed();
  }
  const before = writing(path, () => statSync(path, { throwIfNoEntry: false }));
  if (before?.isDirectory())
    throw new TagviewError("open-failed", `${path} can't be written (EISDIR)`, "name a file in this folder");
  return before === undefined || before.isFile()
    ? writeDraft(path, before, fill)
    : writeDevice(path, before, fill);
}

/** A device or a named pipe is written to instead of replaced. */
async function writeDevice(path: string, stat: Stats, fill: Fill): Promise<void> {
  const output = await writing(path, () => Output.device(path, stat.isFIFO()));
  try {
    await fill((bytes) => writing(path, () => output.write(bytes)));
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
      await fill((bytes) => writing(path, () => writeAll(fd, bytes)));
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

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let rest = bytes; rest.length > 0; ) rest = rest.subarray(writeSync(fd, rest));
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
