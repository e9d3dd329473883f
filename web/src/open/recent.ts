/**
 * Recently opened files, to be reopened with one click. The browser keeps their handles and names on this computer, not
 * their content, and requests permission before a file is read again.
 */

import { get, set } from "idb-keyval";
import { recentSetting } from "../app/recent-setting";

const KEY = "recent";
const MOST = 10;

export interface RecentFile {
  name: string;
  handle: FileSystemFileHandle;
}

/** Members of the File System Access API that TypeScript's DOM types lack. */
interface WithPermission extends FileSystemFileHandle {
  requestPermission?(what: { mode: "read" }): Promise<PermissionState>;
}

/** The recent files, latest first; empty if the browser stores none. */
export async function recentFiles(): Promise<RecentFile[]> {
  return (await get<RecentFile[]>(KEY).catch(() => undefined)) ?? [];
}

/** Moves files to the front of the list, without duplicates. */
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

/** The current version of the file; null if the user denies access. Must be called in a click handler. */
export async function reopen({ handle }: RecentFile): Promise<File | null> {
  const permission = await (handle as WithPermission).requestPermission?.({ mode: "read" });
  return permission === "denied" || permission === "prompt" ? null : handle.getFile();
}

async function save(files: readonly RecentFile[]): Promise<void> {
  try {
    await set(KEY, files);
    recentSetting.remember(files.length);
  } catch {
    // Storage is forbidden, for example in a private window: nothing is kept.
  }
}
