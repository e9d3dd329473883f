import { type SourceDescription, tailFirst } from "@tagview/engine";
import { add, takeUnmet } from "../app/items";
import { notify, withdraw } from "../app/notice";
import type { Found, FoundFolder, Item, MountedViewer } from "../app/viewer";
import { bytes, some } from "../ui/numbers";
import type { IsOne } from "./folder";
import { recognitionProgress } from "./progress";

/** Recognises a source's format by its content: the engine. */
export type Recognise = (
  source: SourceDescription,
  options?: { signal?: AbortSignal },
) => Promise<{ format: string | null; name: string | null }>;

/** Maximum number of bytes of text that is offered to a viewer. */
const MOST_TEXT = 32_000_000;
/** Number of sources recognised at the same time; each uses an instance of the engine. */
const AT_A_TIME = 4;
/** Number of sources from which an input does not delay the next one. */
const MANY = 16;

/** A source and the viewer of its format. */
interface Recognition {
  found: Found;
  /** Null if no viewer supports its format. */
  viewer: MountedViewer | null;
}

export interface Opener {
  /**
   * Opens sources in the viewers of their formats and lists them. Shows the first supported one, with the view of
   * `keys`. A source without a recognised format goes to the first viewer, whose reader reports the error. Resolves to
   * the recognised sources.
   */
  open(found: readonly Found[], keys?: URLSearchParams): Promise<readonly Found[]>;
  /** Whether a viewer opens a folder with these paths as one item. */
  isOne: IsOne;
  /**
   * Opens folders that are one item each, and the recognised files of the other folders. A notice gives their number if
   * some files are not opened.
   */
  openFolders(folders: readonly FoundFolder[]): Promise<void>;
  /**
   * Puts text into the text page of its format's viewer; for other text, a notice reports that there is no such page.
   */
  openText(text: string): Promise<void>;
}

/** `write` shows a viewer's own page with text; `whatOpens` is the sentence about all supported files. */
export function opener(
  viewers: ReadonlyMap<string, MountedViewer>,
  recognise: Recognise,
  write: (format: string, text: string) => void,
  whatOpens: () => string,
): Opener {
  const [first] = viewers.values();
  let before: Promise<unknown> = Promise.resolve();
  /** Number of inputs that were opened. */
  let opened = 0;

  /**
   * Opens inputs in the order of arrival, even if a later one is recognised first. An input of many sources does not
   * delay the next one; it is listed, but not displayed, if another one was opened meanwhile.
   */
  async function inTurn<T>(sources: number, open: (isOvertaken: () => boolean) => Promise<T>): Promise<T> {
    const openedBefore = opened;
    if (sources >= MANY) return open(() => opened !== openedBefore);
    const opening = before.then(() => open(() => false));
    before = opening.catch(() => {});
    return opening;
  }

  /** Adds items to the list. Shows `wanted`, the first one by default, unless a later input is displayed. */
  function addAll(
    items: readonly Item[],
    isOvertaken: boolean,
    keys?: URLSearchParams,
    wanted: Item | undefined = items[0],
  ): void {
    if (items.length > 0) opened += 1;
    add(items, keys, isOvertaken ? null : wanted);
    const unmet = takeUnmet(items);
    if (unmet === null) return;
    const size = unmet.size === null ? "" : ` (${bytes(unmet.size)})`;
    notify(`The view of the link belongs to another file: open ${unmet.name}${size} to see it.`);
  }

  /** The format of a source. If its beginning is not enough, viewers examine the whole text. */
  async function formatOf(found: Found, signal?: AbortSignal): Promise<string | null> {
    if (found.format !== undefined) return found.format;
    try {
      const { format } = await recognise(found.source, { ...(signal && { signal }) });
      if (format !== null && viewers.has(format)) return format;
    } catch {
      // The reader of the file fails with the same error and reports it.
      return null;
    }
    const text = await textOf(found);
    return text === "" ? null : ([...viewers].find(([, { claims }]) => claims?.(text))?.[0] ?? null);
  }

  /** Whether a viewer uses text for its displayed item. */
  const isTaken = (text: string): boolean =>
    text !== "" && [...viewers.values()].some(({ takes }) => takes?.(text));

  /** Recognises sources; those that were recognised until then if the user cancels it. */
  async function recogniseAll(all: readonly Found[]): Promise<Recognition[]> {
    const recognitions = new Map<number, Recognition>();
    const progress = recognitionProgress(all.length);
    const places = all.entries();
    const recogniseSome = async (): Promise<void> => {
      for (const [place, given] of places) {
        const found = await inReadingOrder(given);
        const format = await formatOf(found, progress.signal);
        if (progress.signal.aborted) return;
        recognitions.set(place, { found, viewer: viewers.get(format ?? "") ?? null });
        progress.step();
      }
    };
    try {
      // A read from a drive that does not answer can't be aborted.
      await Promise.race([Promise.all(Array.from({ length: AT_A_TIME }, recogniseSome)), progress.cancelled]);
    } finally {
      progress.end();
    }
    return [...recognitions].sort(([a], [b]) => a - b).map(([, recognition]) => recognition);
  }

  async function open(
    all: readonly Found[],
    keys: URLSearchParams | undefined,
    isOvertaken: () => boolean,
  ): Promise<readonly Found[]> {
    const given = await recogniseAll(all);
    if (!first || given.length === 0) return [];
    withdraw();
    if (given.length < all.length)
      notify(`Only ${some(given.length, "file")} of ${all.length} were checked.`);
    const texts = await Promise.all(given.map(({ found, viewer }) => (viewer ? "" : textOf(found))));
    const wanted = given
      .map((one, index) => ({ ...one, text: texts[index] ?? "" }))
      .filter(({ text }) => !isTaken(text));
    if (wanted.length === 0) return [];
    // Beside a file that can be opened, prose such as README.md is left out; alone, its reader reports why.
    const isKnown = wanted.some(({ viewer }) => viewer);
    const others = wanted.filter(({ viewer, text }) => isKnown && !viewer && isProse(text));
    const recognitions = wanted.filter((one) => !others.includes(one));
    const items = recognitions.map(({ found, viewer }) => (viewer ?? first).open(found));
    addAll(items, isOvertaken(), keys, items[recognitions.findIndex(({ viewer }) => viewer)]);
    if (others.length > 0) notify(leftOut(recognitions.length, others));
    return recognitions.flatMap(({ found, viewer }) => (viewer ? [found] : []));
  }

  const folderViewer = (paths: readonly string[]) =>
    [...viewers.values()].find(({ folder }) => folder?.is(paths))?.folder;

  async function openFolders(folders: readonly FoundFolder[], isOvertaken: () => boolean): Promise<void> {
    const ones: Item[] = [];
    const files: FoundFolder["files"][number][] = [];
    for (const contents of folders) {
      const one = folderViewer(contents.files.map(({ path }) => path));
      if (one) ones.push(one.open(contents));
      else files.push(...contents.files);
    }
    const recognitions = await recogniseAll(files.map(({ path, file }) => found(file, path)));
    const items = recognitions.flatMap(({ found, viewer }) => (viewer ? [viewer.open(found)] : []));
    withdraw();
    addAll([...ones, ...items], isOvertaken());
    if (files.length === 0 && ones.length > 0) return;
    const others = recognitions.filter(({ viewer }) => !viewer);
    if (recognitions.length < files.length || folders.some(({ isCut }) => isCut))
      notify(`Only ${some(recognitions.length, "file")} of the folder were checked; it has more.`);
    else if (items.length === 0)
      notify(`Of ${some(recognitions.length, "file")} in the folder none can be opened. ${whatOpens()}`);
    else if (others.length > 0) notify(leftOut(items.length, others, " of the folder"));
  }

  async function openText(text: string): Promise<void> {
    const blob = new Blob([text]);
    const format = await formatOf({
      name: "",
      source: { kind: "blob", blob },
      origin: { from: "page" },
    });
    if (format !== null && viewers.get(format)?.writing) {
      withdraw();
      write(format, text);
      return;
    }
    const begin = text.trim().slice(0, 40);
    const quoted = `“${begin}${begin.length < text.trim().length ? "…" : ""}”`;
    const writable = [...viewers.values()].flatMap(({ writing }) => writing?.what ?? []);
    notify(`${quoted} is not ${writable.join(" or ")}. ${whatOpens()}`);
  }

  const isOne: IsOne = (paths) => folderViewer(paths) !== undefined;

  return {
    open: (all, keys) => inTurn(all.length, (isOvertaken) => open(all, keys, isOvertaken)),
    isOne,
    openFolders: (folders) =>
      inTurn(
        folders.reduce((sum, { files }) => sum + files.length, 0),
        (isOvertaken) => openFolders(folders, isOvertaken),
      ),
    openText: (text) => inTurn(1, () => openText(text)),
  };
}

/** Maximum number of files named in a sentence. */
const MOST_NAMED = 3;

/** The sentence on files that no viewer opens. */
function leftOut(opened: number, others: readonly Recognition[], of = ""): string {
  const names = others.slice(0, MOST_NAMED).map(({ found }) => found.name);
  const more = others.length > MOST_NAMED ? ", …" : "";
  return `${some(opened, "file")}${of} opened; ${others.length} of another kind left out: ${names.join(", ")}${more}.`;
}

/** Puts the end of a Parquet file in front, because its reader needs it first; returns other sources unchanged. */
async function inReadingOrder(found: Found): Promise<Found> {
  const { source } = found;
  if (source.kind !== "blob") return found;
  const blob = await tailFirst(source.blob);
  if (blob === source.blob) return found;
  // A file whose end is in front can't be followed.
  return { ...found, source: { ...source, name: found.name, blob }, growing: Promise.resolve(null) };
}

/** The text of a file; empty if it is too long or unreadable. */
async function textOf({ source }: Found): Promise<string> {
  if (source.kind !== "blob" || source.blob.size > MOST_TEXT) return "";
  return source.blob.text().catch(() => "");
}

/** Whether a text is neither a table of numbers nor binary. */
function isProse(text: string): boolean {
  return text !== "" && !/[\0\uFFFD]|^\s*[+-]?\d[\d.eE+-]*[\s,;]+[+-]?\d/mu.test(text);
}

/** Dropped, picked or pasted files; `handles` are those of the same files in the same order, if available. */
export function filesFound(
  files: readonly File[],
  handles: Promise<readonly FileSystemHandle[]> = Promise.resolve([]),
): Found[] {
  return files.map((file, k) => ({
    ...found(file, file.name),
    growing: handles.then(
      (all) => growing(file, all[k]),
      () => null,
    ),
  }));
}

function growing({ name }: File, handle: FileSystemHandle | undefined): SourceDescription | null {
  // If a file has no handle, the handle at its index belongs to a later file.
  if (handle?.kind !== "file" || handle.name !== name) return null;
  return { kind: "handle", handle: handle as FileSystemFileHandle, name };
}

function found(blob: File, name: string): Found {
  return { name, source: { kind: "blob", blob }, origin: { from: "person" } };
}

/** "tagview opens recordings of time tags, offset headers and ..." */
export function whatOpens(viewers: Iterable<MountedViewer>): string {
  const things = [...viewers].flatMap(({ opens }) => opens ?? []);
  const others = things.slice(0, -1).join(", ");
  return `tagview opens ${[others, things.at(-1)].filter(Boolean).join(" and ")}.`;
}
