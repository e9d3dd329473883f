import { withPart } from "../app/lazy";
import type { OnFiles } from "./picker";

/** A window opened by the system for files, for example by a double click. */
interface WindowWithLaunchQueue {
  launchQueue: { setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void };
}

/** Accepts the files that the system opens with the installed page. */
export function acceptLaunches(onFiles: OnFiles): void {
  if (!("launchQueue" in window)) return;
  (window as unknown as WindowWithLaunchQueue).launchQueue.setConsumer(({ files }) => {
    if (files.length === 0) return;
    withPart(
      () => Promise.all(files.map((handle) => handle.getFile())),
      (opened) => onFiles(opened, Promise.resolve(files)),
    );
  });
}
