/**
 * Files that were opened before, to be opened again with one click. The browser keeps their handles, with their names,
 * in this machine; not what is in them. It asks the person before a file is read again.
 */

import { get, set } from "idb-keyval";
import { recentSetting } from "../app/recent-setting";

const KEY = "recent";
const MOST = 10;

export interface RecentFile {
  name: string;
  handle: FileSystemFileHandle;
}

/** The part of the File System Access API that types of the platform leave out. */
interface WithPermission extends FileSystemFileHandle {
  requestPermission?(what: { mode: "read" }): Promise<PermissionState>;
}

/** The latest first; none where the browser keeps nothing. */
export async function recentFiles(): Promise<RecentFile[]> {
  return (await get<RecentFile[]>(KEY).catch(() => undefined)) ?? [];
}

/** Puts files in front of the list, each once. */
export async function remember(handles: readonly FileSystemFileHandle[]): Promise<void> {
  const before = await recentFiles();
  const files = handles.map((handle) => ({ name: handle.name, handle }));
  const others: RecentFile[] = [];
  for (const other of before) {
    const same = await Promise.all(handles.map((handle) => handle.isSameEntry(other.handle)));
    if (!same.includes(true)) others.push(other);
  }
  await save([...files, ...others].slice(0, MOST));
}

export async function forget(file: RecentFile): Promise<void> {
  const kept: RecentFile[] = [];
  for (const other of await recentFiles())
    if (!(await other.handle.isSameEntry(file.handle))) kept.push(other);
  await save(kept);
}

export function forgetAll(): Promise<void> {
  return save([]);
}

/** The file as it is now; null where the person does not let the page read it. Call it on a click. */
export async function reopen({ handle }: RecentFile): Promise<File | null> {
  const permission = await (handle as WithPermission).requestPermission?.({ mode: "read" });
  return permission === "denied" || permission === "prompt" ? null : handle.getFile();
}

async function save(files: readonly RecentFile[]): Promise<void> {
  try {
    await set(KEY, files);
    recentSetting.remember(files.length);
  } catch {
    // Storage is forbidden, as in some private windows: nothing is remembered.
  }
}
