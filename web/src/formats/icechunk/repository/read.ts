/** Reads a repository and the selected parts of it. */

import { type Folder, type IcechunkNode, type OutlinedRepository, snapshotAt } from "@tagview/engine";
import { engine } from "../../../app/engine";
import { reads, stopped } from "../../../app/reading";
import type { FoundFolder } from "../../../app/viewer";
import { announce } from "../../../ui/announce";
import { some } from "../../../ui/numbers";
import { reactive } from "../../../ui/signals";
import type { Repository } from "../state";

/** The folder as the engine reads it. */
export function folderOf({ name, files }: FoundFolder): Folder {
  const entries = files.map(
    ({ path, file }) => [path, { bytes: file.size, source: { kind: "blob", blob: file } as const }] as const,
  );
  return { name, files: new Map(entries) };
}

/** The contents of a repository; null before they are read. */
export function readOf({ reading }: Repository): OutlinedRepository | null {
  return reading.is === "read" ? reading.what : null;
}

export async function readRepository(repository: Repository): Promise<void> {
  const opened = await reads(repository, "reading", (reading) =>
    engine.icechunk.outlineRepository(folderOf(repository.folder), reading),
  );
  if (opened === null) return;
  announce(`A repository with ${some(opened.summary.snapshots.length, "snapshot")} was read.`);
  await chooseByView(repository);
}

/** Shows the snapshot and the array of the view; those of the newest commit if they are missing. */
export async function chooseByView(repository: Repository): Promise<void> {
  const opened = readOf(repository);
  if (!opened) return;
  const { snapshots, branches } = opened.summary;
  const hasSnapshot = (id: string | null): boolean => snapshots.some((snapshot) => snapshot.id === id);
  const [newest] = snapshots;
  if (newest === undefined) return;
  const isThere = [...branches.values()].some(hasSnapshot);
  const { snapshot } = repository.view;
  const wanted = snapshot !== null && hasSnapshot(snapshot) ? snapshot : isThere ? headOf(opened) : newest.id;
  await showSnapshot(repository, wanted);
}

/** The snapshot of the branch `main` or of the only branch; otherwise the newest one. */
function headOf({ summary }: OutlinedRepository): string {
  try {
    return snapshotAt(summary).id;
  } catch {
    return summary.snapshots[0]?.id ?? "";
  }
}

export async function chooseSnapshot(repository: Repository, id: string): Promise<void> {
  repository.view = { ...repository.view, snapshot: id };
  await showSnapshot(repository, id);
}

/** Shows a snapshot's nodes, and the array of the view, the previous one or the first one. */
async function showSnapshot(repository: Repository, id: string): Promise<void> {
  const opened = readOf(repository);
  const outline = opened?.summary.snapshots.find((snapshot) => snapshot.id === id);
  if (!opened || !outline || repository.snapshot?.outline === outline) return;
  if (repository.snapshot) stopped(repository.snapshot.nodes);
  const chosen = reactive<NonNullable<Repository["snapshot"]>>({
    outline,
    nodes: { is: "unread" },
    earlier: [],
  });
  repository.snapshot = chosen;
  const nodes = await reads(chosen, "nodes", (reading) => opened.nodes(id, reading));
  if (nodes === null || repository.snapshot !== chosen) return;
  void readEarlier(opened, chosen);
  const isArray = (node: IcechunkNode): boolean => node.type === "array";
  const paths = [repository.view.array, repository.array?.summary.node.path];
  const named = paths.map((path) => nodes.find((node) => isArray(node) && node.path === path));
  const array = named.find((node) => node !== undefined) ?? nodes.find(isArray);
  if (array) await showArray(repository, array.path);
  else {
    if (repository.array) stopped(repository.array.columns);
    repository.array = null;
  }
}

/** Reads the nodes of the parent if the commit deleted nodes, whose paths only the parent has. */
async function readEarlier(
  opened: OutlinedRepository,
  snapshot: NonNullable<Repository["snapshot"]>,
): Promise<void> {
  const { parent, changes } = snapshot.outline;
  const deleted = changes === null ? 0 : changes.deleted_arrays.length + changes.deleted_groups.length;
  if (parent === null || deleted === 0) return;
  // Without the parent, a deleted node has its id.
  snapshot.earlier = await opened.nodes(parent).catch(() => []);
}

/** Chooses an array of the chosen snapshot. */
export async function chooseArray(repository: Repository, path: string): Promise<void> {
  repository.view = { ...repository.view, array: path, grid: null };
  await showArray(repository, path);
}

async function showArray(repository: Repository, path: string): Promise<void> {
  const opened = readOf(repository);
  const { snapshot } = repository;
  if (!opened || snapshot?.nodes.is !== "read") return;
  const summary = opened.array(snapshot.outline, snapshot.nodes.what, path);
  const before = repository.array;
  if (before) {
    const isSame = before.summary.snapshot === summary.snapshot && before.summary.node === summary.node;
    if (isSame) return;
    stopped(before.columns);
  }
  const chosen = reactive<NonNullable<Repository["array"]>>({ summary, columns: { is: "unread" } });
  repository.array = chosen;
  await reads(chosen, "columns", (reading) => opened.references(summary, reading));
}

/** Checks that all referenced files exist. */
export async function checkRepository(repository: Repository): Promise<void> {
  const opened = readOf(repository);
  if (!opened || repository.check.is === "reading") return;
  const check = await reads(repository, "check", (reading) => opened.check(reading));
  if (check) announce(check.findings.length === 0 ? "All is there." : "Something is missing.");
}
