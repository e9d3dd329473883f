import { withPart } from "../../app/lazy";
import { progressOf, stopped } from "../../app/reading";
import type { FoundFolder } from "../../app/viewer";
import { reactive } from "../../ui/signals";
import { readView, WHOLE } from "./codecs";
import { FORMAT, type Repository } from "./state";

/** A repository's folder; it is read when it is first shown. */
export function openFolder(folder: FoundFolder): Repository {
  const repository: Repository = reactive<Repository>({
    of: "repository",
    format: FORMAT,
    name: folder.name,
    size: folder.files.reduce((bytes, { file }) => bytes + file.size, 0),
    origin: folder.origin ?? { from: "person" },
    folder,
    reading: { is: "unread" },
    snapshot: null,
    array: null,
    check: { is: "unread" },
    view: WHOLE,
    show: (keys) => {
      if (keys) repository.view = readView(keys);
      if (!keys && repository.reading.is !== "unread") return;
      withPart(
        () => import("./repository/read"),
        ({ chooseByView, readRepository }) =>
          repository.reading.is === "unread" ? readRepository(repository) : chooseByView(repository),
      );
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
    close: () => repository.stop?.(),
  });
  return repository;
}
