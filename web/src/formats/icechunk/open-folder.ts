import type { FoundFolder } from "../../app/viewer";
import { FORMAT, progressOf, stopped } from "./reads";
import { get, type Repository, set } from "./state";

/** A repository's folder; it is read when it is first shown. */
export function openFolder(folder: FoundFolder): Repository {
  const repository: Repository = {
    of: "repository",
    format: FORMAT,
    name: folder.name,
    size: folder.files.reduce((bytes, { file }) => bytes + file.size, 0),
    origin: { from: "person" },
    folder,
    reading: { is: "unread" },
    snapshot: null,
    array: null,
    check: { is: "unread" },
    show: () => {
      set({ current: repository });
      if (repository.reading.is === "unread")
        void import("./repository/read").then(({ readRepository }) => readRepository(repository));
    },
    progress: () => progressOf(repository.reading),
    stop: () => {
      for (const reading of [
        repository.reading,
        repository.check,
        repository.snapshot?.nodes,
        repository.array?.columns,
      ])
        if (reading) stopped(reading);
    },
    close: () => {
      repository.stop?.();
      if (get().current === repository) set({ current: null });
    },
  };
  return repository;
}
